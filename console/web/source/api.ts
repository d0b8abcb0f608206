// Calls of the console's API.

export interface Collection {
  key: string;
  is_there: boolean;
  title: string;
}
export interface Session {
  role: "read" | "operate";
  actor: string;
  token: string;
  version: string;
  collections: Collection[];
}

export class ApiError extends Error {
  constructor(readonly status: number, message: string, readonly hint: string) {
    super(message);
  }
}

// A call that nothing answered: the console has ended, or the way to it is gone.
export class NoAnswer extends Error {}

// Told whether the last call was answered, and when the last answer came.
type Listener = (isLost: boolean, last: Date) => void;
let listener: Listener = () => undefined;
let last = new Date();
export function whenAnswered(told: Listener): void {
  listener = told;
}
async function call(path: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(path, options);
    last = new Date();
    listener(false, last);
    return response;
  } catch {
    listener(true, last);
    throw new NoAnswer("The console does not answer.");
  }
}

let token = "login";
export function useToken(value: string): void {
  token = value;
}

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch { /* not the console's own answer */ }
  if (response.ok) return value as T;
  const error = (value as { error?: { code?: string; message?: string; hint?: string } } | null)?.error;
  if (error?.code === "no-session") throw new ApiError(response.status, "Your login has ended", "porthole console DIR --link prints a new link");
  throw new ApiError(response.status, error?.message ?? "the console did not answer (" + response.status + ")", error?.hint ?? "");
}

export function query(path: string, parameters: Record<string, string | number> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) search.set(name, String(value));
  const text = search.toString();
  return "/api/v1/" + path + (text ? "?" + text : "");
}

export async function get<T>(path: string, parameters: Record<string, string | number> = {}): Promise<T> {
  return answerOf<T>(await call(query(path, parameters), { headers: { Accept: "application/json" } }));
}

export async function post<T>(path: string, body: object): Promise<T> {
  return answerOf<T>(await call(query(path), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Porthole-Token": token },
    body: JSON.stringify(body),
  }));
}
