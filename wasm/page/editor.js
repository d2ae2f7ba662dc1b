// The files as tabs, the open one in a CodeMirror, with its errors and warnings in the margin.

import { defineMode, modeFor } from './colours.js';
import { element } from './elements.js';

const CodeMirror = window.CodeMirror;
defineMode(CodeMirror);

const signs = { error: '✗', warning: '!' };

/** Converts a position of aunit (line from 1, column in code points from 1) to one of CodeMirror. */
function positionIn(doc, line, column) {
  const text = doc.getLine(line - 1) ?? '';
  return { line: line - 1, ch: Array.from(text).slice(0, column - 1).join('').length };
}

export class Editor {
  #files = []; // {name, doc}
  #open = 0;
  #diagnostics = [];
  #marks = [];
  #tabs;
  #place;
  #code;

  /** Calls `changed` when a text, a name or the set of files has changed, and `opened` when another file is shown. */
  constructor(tabs, place, { changed, opened, run }) {
    this.#tabs = tabs;
    this.#place = place;
    this.changed = changed;
    this.opened = opened;
    this.#code = CodeMirror(place, {
      lineNumbers: true,
      gutters: ['problems', 'CodeMirror-linenumbers'],
      indentUnit: 2,
      tabSize: 4,
      matchBrackets: true,
      autoCloseBrackets: true,
      inputStyle: 'contenteditable',
      spellcheck: false,
      screenReaderLabel: 'Text of the file',
      viewportMargin: Infinity, // so the browser's search finds all of the text
      // The tab key moves the focus out of the editor, for users without a mouse.
      extraKeys: { Tab: false, 'Shift-Tab': false, 'Ctrl-/': 'toggleComment', 'Cmd-/': 'toggleComment', 'Ctrl-Enter': run, 'Cmd-Enter': run },
    });
    this.#code.on('change', () => changed());
    place.addEventListener('beforeinput', event => this.#takeIn(event), true);
    tabs.addEventListener('keydown', event => this.#moveAmongTabs(event));
  }

  /**
   * Inserts text that does not come from single keys (input methods, dictation, automation). CodeMirror would read the lines from the
   * elements that the browser makes, and count them wrongly if these replace its own.
   */
  #takeIn(event) {
    const { inputType, data, isComposing } = event;
    if (isComposing || typeof data !== 'string' || !['insertText', 'insertReplacementText'].includes(inputType)) return;
    if (!data.includes('\n') && !this.#code.getSelection().includes('\n')) return;
    event.preventDefault();
    this.#code.replaceSelection(data, 'end', '+input');
  }

  /** Replaces all files. */
  load(work) {
    this.#files = work.files.map(([name, text]) => ({ name, doc: this.#document(name, text) }));
    this.#diagnostics = [];
    this.open(work.open);
  }
  work() {
    return { files: this.#files.map(({ name, doc }) => [name, doc.getValue()]), open: this.#open };
  }
  get name() {
    return this.#files[this.#open].name;
  }
  get names() {
    return this.#files.map(file => file.name);
  }

  open(index) {
    this.#open = index;
    this.#code.swapDoc(this.#files[index].doc);
    this.#place.ariaLabel = this.name;
    this.#showTabs();
    this.#tabs.scrollTop = this.#tabs.children[index].offsetTop - this.#tabs.offsetTop;
    this.#showMarks();
    this.opened();
  }
  add(name) {
    this.#files.push({ name, doc: this.#document(name, '') });
    this.open(this.#files.length - 1);
    this.changed();
    this.#code.focus();
  }
  rename(name) {
    const file = this.#files[this.#open];
    file.name = name;
    this.#code.setOption('mode', modeFor(name));
    this.open(this.#open);
    this.changed();
  }
  /** Makes or replaces a file. The open file stays open. */
  put(name, text) {
    const file = this.#files.find(each => each.name === name);
    if (file) file.doc.setValue(text);
    else this.#files.push({ name, doc: this.#document(name, text) });
    this.#showTabs();
    this.changed();
  }
  /** Adds a text at the end of a file. Makes the file if it does not exist. The open file stays open. */
  append(name, text, begin = '') {
    if (!this.names.includes(name)) return this.put(name, `${begin}\n${text}\n`);
    const { doc } = this.#files.find(each => each.name === name);
    const last = doc.lastLine(), end = { line: last, ch: doc.getLine(last).length };
    doc.replaceRange(`${end.ch > 0 ? '\n' : ''}\n${text}\n`, end);
    this.changed();
  }
  /** Changes a text to another. Replaces only the part that differs, so that a single undo restores it. */
  change(name, before, after) {
    const { doc } = this.#files.find(each => each.name === name);
    let begin = 0, same = 0;
    while (begin < Math.min(before.length, after.length) && before[begin] === after[begin]) ++begin;
    while (same < Math.min(before.length, after.length) - begin && before.at(-1 - same) === after.at(-1 - same)) ++same;
    doc.replaceRange(after.slice(begin, after.length - same), doc.posFromIndex(begin), doc.posFromIndex(before.length - same));
    this.changed();
  }
  /** Deletes the open file. There must be another one. */
  remove() {
    this.#files.splice(this.#open, 1);
    this.open(Math.max(0, this.#open - 1));
    this.changed();
  }

  /** Moves the cursor to the start of a place of aunit. Returns false if the file is not open here. */
  goTo(file, line, column = 1) {
    const index = this.names.indexOf(file);
    if (index < 0) return false;
    if (index !== this.#open) this.open(index);
    this.#code.setCursor(positionIn(this.#code, line, column));
    this.#code.scrollIntoView(null, 80);
    this.#code.focus();
    return true;
  }

  /** Shows the results of `aunit check --json`. */
  show(diagnostics) {
    this.#diagnostics = diagnostics;
    this.#showMarks();
    this.#showTabs();
  }

  #document(name, text) {
    return CodeMirror.Doc(text, modeFor(name));
  }

  #showMarks() {
    this.#marks.forEach(mark => mark.clear());
    this.#marks = [];
    this.#code.clearGutter('problems');
    const lines = new Map();
    for (const { severity, message, hints, place } of this.#diagnostics) {
      if (place?.file !== this.name) continue;
      const line = Math.min(place.line, this.#code.lineCount()) - 1;
      lines.set(line, [...(lines.get(line) ?? []), { severity, text: [message, ...hints].join('\n') }]);
      const from = positionIn(this.#code, place.line, place.column);
      const to = positionIn(this.#code, place.end_line, place.end_column + 1);
      this.#marks.push(this.#code.markText(from, to, { className: `problem ${severity}`, attributes: { title: [message, ...hints].join('\n') } }));
    }
    for (const [line, problems] of lines) {
      const severity = problems.some(problem => problem.severity === 'error') ? 'error' : 'warning';
      const text = problems.map(problem => problem.text).join('\n');
      this.#code.setGutterMarker(line, 'problems', element('span', { className: `sign ${severity}`, textContent: signs[severity], title: text, attributes: { role: 'img', 'aria-label': text } }));
    }
  }

  #showTabs() {
    const wrong = new Set(this.#diagnostics.filter(({ severity }) => severity === 'error').map(({ place }) => place?.file));
    this.#tabs.replaceChildren(
      ...this.#files.map(({ name }, index) => {
        const isOpen = index === this.#open;
        const folder = name.slice(0, name.lastIndexOf('/') + 1);
        const tab = element('button', { type: 'button', tabIndex: isOpen ? 0 : -1, className: wrong.has(name) ? 'wrong' : '', onclick: () => this.open(index) },
          ...(folder ? [element('span', { className: 'folder', textContent: folder })] : []), name.slice(folder.length));
        for (const [attribute, value] of Object.entries({ role: 'tab', 'aria-selected': isOpen, 'aria-controls': 'editor' })) tab.setAttribute(attribute, value);
        return tab;
      }),
    );
  }
  #moveAmongTabs(event) {
    const last = this.#files.length - 1;
    const to = { ArrowLeft: this.#open - 1, ArrowRight: this.#open + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.open((to + this.#files.length) % this.#files.length);
    this.#tabs.children[this.#open].focus();
  }
}
