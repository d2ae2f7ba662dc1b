// The HTML report inside the page. The pages of the report have relative links, so they need addresses: the service worker asks this page
// for the content of `report/...`. No other page gets it.

import { element } from './elements.js';

const own = crypto.getRandomValues(new Uint32Array(2)).join('-'); // identifies this page, as several may be open
let run = 0;
let pages = new Map();

/** Answers the service worker when it asks for pages of the report. Must be called once. */
export function answerForReports() {
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [port] }) => {
    if (data.report === `${own}-${run}`) port.postMessage(pages.get(data.path) ?? null);
  });
  navigator.serviceWorker?.startMessages();
}

/** A frame that shows one of the pages of the report. */
export function reportFrame(report, path, isDark) {
  pages = report;
  run += 1;
  const frame = element('iframe', { className: 'report', title: 'Coverage report', src: `report/${own}-${run}/${path}` });
  frame.addEventListener('load', () => follow(frame, isDark()));
  return frame;
}

/** Gives the frame the theme of this page. */
export function follow(frame, dark) {
  const inside = frame.contentDocument;
  if (!inside?.documentElement) return;
  inside.documentElement.dataset.theme = dark ? 'dark' : 'light';
  inside.querySelector('#theme, .dark')?.remove();
}

/** The page of the report about a source file; the index if there is none. */
export function pageOn(report, file) {
  const name = file.slice(file.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9._]/g, '-').slice(0, 60);
  return [...report.keys()].find(path => path.replace(/^source\/\d+-/, '') === `${name}.html`) ?? 'index.html';
}
