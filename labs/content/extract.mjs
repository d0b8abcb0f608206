// extract.mjs: runs an extractor from npm over pages, one after the other.
//
//     node extract.mjs readability|defuddle NPM
//
// In:  a line of JSON for each page: {"file": path, "url": URL}.
// Out: a line of JSON for each page: {"title", "author", "published", "html", "cpu" (seconds)}.
//
// NPM is the folder that has node_modules. Scripts of the pages are not run, nothing is fetched.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [, , extractor, npm] = process.argv;
const require = createRequire(pathToFileURL(join(resolve(npm), 'extract.js')));
const { JSDOM, VirtualConsole } = require('jsdom');

// What the page or the extractor prints must not mix with the answers.
for (const name of ['log', 'info', 'warn', 'error', 'debug']) console[name] = () => {};

async function extractorNamed(name) {
  if (name === 'readability') {
    const { Readability } = require('@mozilla/readability');
    return document => {
      const found = new Readability(document).parse() ?? {};
      return { title: found.title, author: found.byline, published: found.publishedTime,
               html: found.content };
    };
  }
  const module = join(resolve(npm), 'node_modules', 'defuddle', 'dist', 'node.js');
  const { Defuddle } = await import(pathToFileURL(module).href);
  return async (document, url) => {
    const found = await Defuddle(document, url, { useAsync: false });
    return { title: found.title, author: found.author, published: found.published,
             html: found.content };
  };
}

const extract = await extractorNamed(extractor);
for await (const line of createInterface({ input: process.stdin })) {
  const { file, url } = JSON.parse(line);
  const begin = process.cpuUsage();
  let answer = {};
  try {
    const dom = new JSDOM(readFileSync(file), { url, virtualConsole: new VirtualConsole() });
    answer = await extract(dom.window.document, url);
    dom.window.close();
  } catch (error) {
    answer = { error: String(error) };
  }
  const { user, system } = process.cpuUsage(begin);
  process.stdout.write(JSON.stringify({ ...answer, cpu: (user + system) / 1e6 }) + '\n');
}
