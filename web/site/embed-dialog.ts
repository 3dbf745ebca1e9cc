import { copyText } from './clipboard.ts';

const part = <T extends Element>(dialog: HTMLElement, selector: string): T => {
  const found = dialog.querySelector<T>(selector);
  if (!found) throw new Error(`the embed dialog has no ${selector}`);
  return found;
};

/** The dialog with the snippet; `snippet` is asked each time it opens. */
export const embedDialog = (dialog: HTMLDialogElement, opener: HTMLElement, snippet: () => string): void => {
  const area = part<HTMLTextAreaElement>(dialog, 'textarea');
  const copy = part<HTMLButtonElement>(dialog, '[data-action="copy-snippet"]');
  const label = copy.textContent;

  opener.addEventListener('click', () => {
    area.value = snippet();
    copy.textContent = label;
    dialog.showModal();
    area.select();
  });
  copy.addEventListener('click', () => {
    void copyText(area.value).then((done) => {
      // Where the browser refuses, the text stands selected for the visitor's own copy.
      if (!done) area.select();
      copy.textContent = done ? 'Copied' : 'Press Ctrl+C';
    });
  });
  part<HTMLButtonElement>(dialog, '[data-action="close"]').addEventListener('click', () => dialog.close());
  // A click on the backdrop is a click on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
};
