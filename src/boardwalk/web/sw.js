// The service worker keeps the shell of the client, so that it opens without a connection and says so. Files are named by
// their content, so a kept one is never stale. Pages are asked for each time, and answers of the API are never kept.

const VERSION = "{version}"; // of the files; the server puts it here, and the files of the front page
const CACHE = `shell ${VERSION}`;
const SHELL = "/"; // what is shown at any address while there is no connection
const FILES = ["{files}"];

addEventListener("install", (event) => {
  const paths = [SHELL, ...FILES.map((file) => `/static/${VERSION}/${file}`)];
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(paths))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const tidy = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(tidy);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(SHELL)));
  else if (pathname.startsWith("/static/")) event.respondWith(fileOf(request));
});

/** @param {Request} request */
async function fileOf(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.includes(VERSION))
    await caches.open(CACHE).then((cache) => cache.put(request, answer.clone()));
  return answer;
}
