// The instance view in an editor's panel. It sends its questions to the extension, which asks `aunit view`. It has the colours of the editor.
"use strict";
(() => {
  const editor = acquireVsCodeApi();
  const open = new Map(); // questions without an answer yet
  let last = 0;
  const ask = (question) => new Promise((resolve, reject) => {
    open.set(++last, { resolve, reject });
    editor.postMessage({ id: last, question });
  });
  window.addEventListener("message", ({ data: { id, answer, error } }) => {
    const asked = open.get(id);
    open.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(new Error(error));
  });
  aunitView(document.getElementById("view"), ask);

  const classes = document.body.classList;
  const follow = () => { document.documentElement.dataset.theme = classes.contains("vscode-light") || classes.contains("vscode-high-contrast-light") ? "light" : "dark"; };
  new MutationObserver(follow).observe(document.body, { attributes: true, attributeFilter: ["class"] });
  follow();
})();
