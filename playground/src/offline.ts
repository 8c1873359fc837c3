// Serves the page when there is no network. Its files are listed by their contents when it is built: a page is always of one build.

/** The files by their names. */
declare const FILES: Readonly<Record<string, string>>;
/** What tells builds apart. */
declare const BUILD: string;

interface Lived extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Lived {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface Scope {
  addEventListener(name: "install" | "activate", hear: (event: Lived) => void): void;
  addEventListener(name: "fetch", hear: (event: Fetched) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly scope: string };
}
const scope = self as unknown as Scope;

const build = `assize-${BUILD}`;

/** House rules in Rhai are kept once a scene has wanted them. */
const isLater = (name: string): boolean => name.startsWith("rhai/");

/** The name of a listed file, or nothing. */
const listed = (address: string): string | undefined => {
  const { origin, pathname } = new URL(address);
  const root = new URL(scope.registration.scope);
  if (origin !== root.origin || !pathname.startsWith(root.pathname)) return undefined;
  const name = decodeURIComponent(pathname.slice(root.pathname.length)) || "index.html";
  return name in FILES ? name : undefined;
};

/** A file as it was built, or an error if the server has another one by now. */
const fetched = async (name: string): Promise<Response> => {
  const response = await fetch(new URL(name, scope.registration.scope), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const hash = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (hex !== FILES[name]) throw new Error(`${name} is of another build`);
  return response;
};

const keep = async (): Promise<void> => {
  const cache = await caches.open(build);
  const names = Object.keys(FILES).filter((name) => !isLater(name));
  await Promise.all(names.map(async (name) => cache.put(name, await fetched(name))));
  await scope.skipWaiting();
};

const forget = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("assize-") && name !== build).map((name) => caches.delete(name)));
  await scope.clients.claim();
};

const answer = async (name: string, request: Request): Promise<Response> => {
  const cache = await caches.open(build);
  const kept = await cache.match(name);
  if (kept !== undefined) return kept;
  const response = await fetched(name).catch(() => fetch(request));
  if (response.ok) await cache.put(name, response.clone());
  return response;
};

scope.addEventListener("install", (event) => event.waitUntil(keep()));
scope.addEventListener("activate", (event) => event.waitUntil(forget()));
scope.addEventListener("fetch", (event) => {
  const name = event.request.method === "GET" ? listed(event.request.url) : undefined;
  if (name !== undefined) event.respondWith(answer(name, event.request));
});
