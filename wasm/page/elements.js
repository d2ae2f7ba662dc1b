// Makes elements of the page. Texts of users are set as text, never as markup.

/** The property `attributes` holds attributes, which are set as such. */
export function element(tag, properties = {}, ...children) {
  const { attributes = {}, ...rest } = properties;
  const made = Object.assign(document.createElement(tag), rest);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const byId = id => document.getElementById(id);

export const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
