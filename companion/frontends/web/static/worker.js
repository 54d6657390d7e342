// The service worker: keeps the page's own files, for when the table is away. The table itself always answers first.

const VERSION = ""; // of all the files; the table fills it in, and what is to be kept
const FILES = [];
const KEPT = `companion ${VERSION}`;
const PATIENCE_MS = 3000; // how long a table that is busy may take to hand out a file
const SILENT_MS = 5000; // how long it is then not asked: the files of one page are waited for once

async function keep() {
  const kept = await caches.open(KEPT);
  // One by one: the table limits how fast anybody asks.
  for (const file of FILES) await kept.add(new Request(file, { cache: "no-cache" }));
  await skipWaiting();
}

async function forgetOlder() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await clients.claim();
}

let silent = -Infinity; // when the table last took too long

/** Nothing that comes from the table is kept here: what is kept was fetched together, so it belongs together. */
async function answer(request, path) {
  const kept = await caches.open(KEPT).then((files) => files.match(path));
  if (!kept) return fetch(request);
  if (performance.now() - silent < SILENT_MS) return kept;
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch ({ name }) {
    if (name === "TimeoutError") silent = performance.now();
    return kept;
  }
}

addEventListener("install", (event) => event.waitUntil(keep()));
addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  // No socket, no API: only what is listed; the address is asked for without its fragment, where a token stands.
  const isKept = event.request.method === "GET" && origin === location.origin && FILES.includes(pathname);
  if (isKept) event.respondWith(answer(event.request, pathname));
});
