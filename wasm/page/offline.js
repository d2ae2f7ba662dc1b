// Registers the service worker, and shows when the page works without a network.

const { files, version } = window.aunitSite;

/** The size of all files of the page: "4.2 MB". */
export const siteSize = () => `${(Object.values(files).reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1)} MB`;

/** Promises whether there is a service worker. */
export async function keepOffline(place) {
  if (!navigator.serviceWorker) {
    place.textContent = 'This page does not work offline in this browser.';
    return false;
  }
  try {
    await navigator.serviceWorker.register('service.js');
    await navigator.serviceWorker.ready;
  } catch (error) {
    place.textContent = `This page does not work offline: ${error.message}`;
    return false;
  }
  place.textContent = `Works offline: ${Object.keys(files).length} files, ${siteSize()}.`;
  place.title = [`version ${version}`, ...Object.entries(files).map(([path, size]) => `${path} ${size}`)].join('\n');
  return true;
}
