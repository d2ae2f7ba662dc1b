// The service worker: keeps the files of the page, so that it works offline, and asks the page for reports (reporting.js). `version`
// changes if any file changes. While an older page is open, its files are kept.
importScripts('version.js');

const { version, files } = self.aunitSite;
const paths = [...Object.keys(files), 'version.js'];
const scope = self.registration.scope;
const ours = `aunit ${scope} `; // other pages of the origin may have caches, too
const cacheName = ours + version;

self.addEventListener('install', event => {
  event.waitUntil(caches.open(cacheName).then(cache => cache.addAll(paths.map(path => new Request(scope + path, { cache: 'no-cache' })))));
});

self.addEventListener('activate', event => {
  const dropOthers = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter(name => name.startsWith(ours) && name !== cacheName).map(name => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(dropOthers());
});

self.addEventListener('fetch', event => {
  const address = event.request.url.replace(/[?#].*$/, '');
  if (!address.startsWith(scope)) return;
  const path = decodeURI(address.slice(scope.length)) || 'index.html';
  const report = /^report\/([^/]+)\/(.+)$/.exec(path);
  if (report) event.respondWith(pageOfReport(report[1], report[2]));
  else if (paths.includes(path)) event.respondWith(kept(path, event.request));
});

async function kept(path, request) {
  return (await caches.match(scope + path, { cacheName })) ?? fetch(request);
}

const types = { html: 'text/html; charset=utf-8', css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' };

async function pageOfReport(report, path) {
  const type = types[path.slice(path.lastIndexOf('.') + 1)];
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const content = await Promise.any(pages.map(page => asked(page, { report, path }))).catch(() => null);
  if (!content || !type) return new Response('This report no longer exists: the page that made it is closed, or has made another one.', { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
  return new Response(content, { headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } });
}

function asked(page, question) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(reject, 3000); // a page that does not have the report does not answer
    page.postMessage(question, [port2]);
  });
}
