// The HTML report inside the page. Its pages lead to each other by relative links, so they need addresses: the service worker asks this
// page for what stands at `report/...`, and no other page ever sees it.

import { element } from './elements.js';

const own = crypto.getRandomValues(new Uint32Array(2)).join('-'); // several of these pages may be open
let run = 0;
let pages = new Map();

/** `ready`: promises the service worker. Call it once. */
export function answerForReports() {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }) => {
    if (data.report === `${own}-${run}`) port.postMessage(pages.get(data.path) ?? null);
  });
  navigator.serviceWorker?.startMessages();
}

/** The report in a frame, at one of its pages. */
export function reportFrame(report, path, isDark) {
  pages = report;
  run += 1;
  const frame = element('iframe', { className: 'report', title: 'Coverage report', src: `report/${own}-${run}/${path}` });
  frame.addEventListener('load', () => follow(frame, isDark()));
  return frame;
}

/** The theme inside a frame is that of the page. */
export function follow(frame, dark) {
  const inside = frame.contentDocument;
  if (!inside?.documentElement) return;
  inside.documentElement.dataset.theme = dark ? 'dark' : 'light';
  inside.querySelector('#theme, .dark')?.remove();
}

/** The page on a source file; that on everything where there is none. */
export function pageOn(report, file) {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9._]/g, '-').slice(0, 60);
  return [...report.keys()].find(path => path.replace(/^source\/\d+-/, '') === `${name}.html`) ?? 'index.html';
}
