/** Messages of the page: notices stay until dismissed, a toast passes. Text is text: never HTML. */

const toastTime = 4000; // long enough to read one line twice

export interface Notices {
  /** Shows a notice under a key; the same key replaces it, no lines remove it. */
  show(key: string, headline: string, lines?: string[]): void;
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
    shown.get(key)?.remove();
    shown.delete(key);
  };

  return {
    remove,
    show(key, headline, lines = []) {
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
      notice.append(words, dismiss);
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
