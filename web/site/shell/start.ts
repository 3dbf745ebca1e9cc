/** What every page of the site begins with: the common sheets (before its own), the theme, the skip link, notices. */
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/header.css';
import '../styles/controls.css';
import '../styles/notices.css';
import { noticesIn, type Notices } from '../notices.ts';
import { themeButton } from '../theme.ts';

/** An element that the page's own html has. */
export const find = <T extends HTMLElement = HTMLElement>(selector: string): T => {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

export const startPage = (): Notices => {
  themeButton(find<HTMLButtonElement>('[data-action="theme"]'));
  const skip = find<HTMLAnchorElement>('[data-action="skip"]');
  const target = find(skip.hash);
  // The hash of a page is its state, so the skip link must not go there.
  skip.addEventListener('click', (event) => {
    event.preventDefault();
    target.focus();
  });
  return noticesIn(find('.notices'), find('.toast'));
};
