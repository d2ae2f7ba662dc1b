// Registers the service worker, and says when the page needs no network any more.

const { files, version } = window.aunitSite;

/** Of all that the page consists of: "4.2 MB". */
export const siteSize = () => `${(Object.values(files).reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1)} MB`;

/** Promises whether there is one. */
export async function keepOffline(place) {
  if (!navigator.serviceWorker) {
    place.textContent = 'This browser does not keep the page for later.';
    return false;
  }
  try {
    await navigator.serviceWorker.register('service.js');
    await navigator.serviceWorker.ready;
  } catch (error) {
    place.textContent = `This page is not kept for later: ${error.message}`;
    return false;
  }
  place.textContent = `Works offline: ${Object.keys(files).length} files, ${siteSize()}.`;
  place.title = [`version ${version}`, ...Object.entries(files).map(([path, size]) => `${path} ${size}`)].join('\n');
  return true;
}
