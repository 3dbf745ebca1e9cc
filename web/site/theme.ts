/** Theme: auto, light, dark. Kept in memory and, where the browser allows it, in storage; never required. */
export type Theme = 'auto' | 'light' | 'dark';

const key = 'attention-playground-theme';
const order: Theme[] = ['auto', 'light', 'dark'];

const savedTheme = (): Theme => {
  try {
    const saved = localStorage.getItem(key);
    return order.find((theme) => theme === saved) ?? 'auto';
  } catch {
    return 'auto'; // storage refused: the page works without
  }
};

const applyTheme = (theme: Theme): void => {
  const { classList } = document.documentElement;
  classList.toggle('light', theme === 'light');
  classList.toggle('dark', theme === 'dark');
  for (const figure of document.querySelectorAll('attention-stepper, attention-lab'))
    figure.setAttribute('theme', theme);
};

/** What the page shows now, also where nothing may be stored. */
export const shownTheme = (): Theme =>
  order.find((theme) => document.documentElement.classList.contains(theme)) ?? 'auto';

const saveTheme = (theme: Theme): void => {
  try {
    localStorage.setItem(key, theme);
  } catch {
    // as above
  }
};

/** Makes `button` walk through the themes; its label says the present one. */
export const themeButton = (button: HTMLButtonElement): void => {
  let theme = savedTheme();
  const show = () => {
    applyTheme(theme);
    const label = button.querySelector('span');
    if (label) label.textContent = `Theme: ${theme}`;
    button.title = 'Auto follows the system';
  };
  button.addEventListener('click', () => {
    theme = order[(order.indexOf(theme) + 1) % order.length] ?? 'auto';
    saveTheme(theme);
    show();
  });
  show();
};
