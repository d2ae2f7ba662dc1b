// Elements of the page. What people write becomes text in them, never markup.

/** `attributes` among the properties are set as such. */
export function element(tag, properties = {}, ...children) {
  const { attributes = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const byId = id => document.getElementById(id);

export const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
