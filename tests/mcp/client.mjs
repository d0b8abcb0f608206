// Asks a server at the address of the first argument by the official client, and prints what it said as one line
// of JSON. The second argument is a folder with node_modules.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [address, folder] = process.argv.slice(2);
const require = createRequire(folder + "/");
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");

const client = new Client({ name: "porthole-test", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL("mcp", address)));
const call = (name, given) => client.callTool({ name, arguments: given });
const page = "https://hubs.example/gears?a=1&b=2";
const said = {
  server: client.getServerVersion(),
  instructions: client.getInstructions(),
  tools: (await client.listTools()).tools.map((tool) => tool.name),
  search: await call("search", { query: "planetary gear", size: 5 }),
  read: await call("read_page", { url: page }),
  links: await call("what_others_say", { url: page }),
  explained: await call("explain_page", { url: page }),
  questions: await call("standing_questions", {}),
  collections: await call("collections", {}),
  missing: await call("read_page", { url: "https://nowhere.example/" }),
  wrong: await call("search", { query: 5 }).then(() => "answered", (error) => error.code),
  ping: await client.ping(),
};
await client.close();
console.log(JSON.stringify(said));
