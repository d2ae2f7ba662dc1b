// Where an accepted test is added, and under which name.

const stem = name => name.slice(name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The file of tests for a model, as {name, text}: itself if it is an .aunit file, else the first that opens it, else a new one. */
export function testFileOf(files, model) {
  const isTests = name => name.toLowerCase().endsWith('.aunit');
  const opens = new RegExp(`^\\s*open\\s+(?:[\\w/]*/)?${escaped(stem(model))}\\b`, 'm');
  const known = files.find(([name]) => name === model && isTests(name)) ?? files.find(([name, text]) => isTests(name) && opens.test(text));
  if (known) return { name: known[0], text: known[1] };
  return { name: model.replace(/(\.[^./]*)?$/, '.aunit'), text: `open ${stem(model)}\n` };
}

/** Prepares a `val` and its test for this text: adds a number to names that the text already has. */
export function fitting(test, text) {
  let fitted = test.replaceAll(' @proposed', '').trim();
  const unused = (name, isTaken) => {
    let number = 2, other = name;
    while (isTaken(other)) other = `${name}_${number++}`;
    return other;
  };
  for (const [, name] of [...fitted.matchAll(/^val\s+([\w"']+)/gm)]) {
    const other = unused(name, each => new RegExp(`^\\s*val\\s+${escaped(each)}(?![\\w"'])`, 'm').test(text));
    fitted = fitted.replace(new RegExp(`(?<![\\w"'])${escaped(name)}(?![\\w"'])`, 'g'), () => other);
  }
  return fitted.replace(/^test "((?:[^"\\]|\\.)*)"/gm, (_, name) => {
    const other = unused(name, each => text.includes(`test "${each}"`));
    return `test "${other === name ? name : other.replace(/_(\d+)$/, ' ($1)')}"`;
  });
}
