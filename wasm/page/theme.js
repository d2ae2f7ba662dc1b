// The dark or light theme: that of the system, unless the user chooses one. The choice also applies to reports and `aunit view`.

const key = 'aunit-theme';
const page = document.documentElement;

function kept() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Calls `turned(isDark)` whenever the theme changes. */
export function setUpTheme(button, turned) {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (page.dataset.theme || (system.matches ? 'dark' : 'light')) === 'dark';
  const show = () => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.ariaLabel = `Switch to the ${isDark() ? 'light' : 'dark'} theme`;
    turned(isDark());
  };
  if (kept()) page.dataset.theme = kept();
  button.onclick = () => {
    page.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem(key, page.dataset.theme);
    } catch {
      // the choice is not kept
    }
    show();
  };
  system.addEventListener('change', show);
  show();
  return { isDark };
}
