/** Messages of the page: notices stay until dismissed, a toast passes. Text is text: never HTML. */

const toastTime = 4000; // long enough to read one line twice

/** What a reader can do about it, beside dismissing it. */
interface Way {
  label: string;
  go: () => void;
}

export interface Notices {
  /** Shows a notice under a key; the same key replaces it, no lines remove it. */
  show(key: string, headline: string, lines?: string[], way?: Way): void;
  remove(key: string): void;
  toast(text: string): void;
}

const element = <K extends keyof HTMLElementTagNameMap>(tag: K, text = '', name = ''): HTMLElementTagNameMap[K] => {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  if (name) made.className = name;
  return made;
};

export const noticesIn = (place: HTMLElement, toastPlace: HTMLElement): Notices => {
  const shown = new Map<string, HTMLElement>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remove = (key: string) => {
    const notice = shown.get(key);
    const focused = notice?.contains(document.activeElement);
    notice?.remove();
    shown.delete(key);
    // The keyboard goes on from here, not from the top of the page.
    if (focused)
      (place.querySelector<HTMLElement>('.notice button') ?? place.closest<HTMLElement>('[tabindex]'))?.focus();
  };

  return {
    remove,
    show(key, headline, lines = [], way) {
      remove(key);
      const notice = element('div', '', 'notice');
      const words = element('div');
      words.append(element('p', headline));
      if (lines.length) {
        const list = element('ul');
        list.append(...lines.map((line) => element('li', line)));
        words.append(list);
      }
      const dismiss = element('button', 'Dismiss');
      dismiss.type = 'button';
      dismiss.addEventListener('click', () => remove(key));
      const buttons = element('div', '', 'ways');
      if (way) {
        const go = element('button', way.label);
        go.type = 'button';
        go.addEventListener('click', () => {
          remove(key);
          way.go();
        });
        buttons.append(go, ' ');
      }
      buttons.append(dismiss);
      notice.append(words, buttons);
      shown.set(key, notice);
      place.append(notice);
    },
    toast(text) {
      clearTimeout(timer);
      toastPlace.textContent = text;
      timer = setTimeout(() => (toastPlace.textContent = ''), toastTime);
    },
  };
};
