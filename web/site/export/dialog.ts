import '../styles/export.css';
import { make } from '../make.ts';
import { say } from '../words.ts';
import { codePanel } from './code-panel.ts';
import { derivationPanel } from './derivation-panel.ts';
import { numbersPanel } from './numbers-panel.ts';
import type { Subject } from './subject.ts';
import { tabs } from './tabs.ts';

/** Opens the dialog on what the figure shows; it is made anew each time and leaves nothing behind. */
export const openExport = (subject: Subject): void => {
  const status = make('p', { class: 'status', role: 'status' });
  /** Says what goes on, and what went wrong. */
  const during = async (work: () => Promise<void> | void): Promise<void> => {
    status.textContent = say('export.working');
    try {
      await work();
      status.textContent = '';
    } catch (error) {
      status.textContent = say('export.failed', { message: error instanceof Error ? error.message : String(error) });
    }
  };
  const numbers = numbersPanel(subject, during);
  const derivation = derivationPanel(subject, during);
  const code = codePanel(subject, during);
  const { place, choose } = tabs(say('export.title'), [
    { id: 'numbers', label: say('export.numbers'), ...numbers },
    { id: 'derivation', label: say('export.derivation'), ...derivation },
    { id: 'code', label: say('export.code'), ...code },
  ]);
  const close = make('button', { type: 'button', class: 'button', 'data-action': 'close-export' }, say('export.close'));
  const dialog = make(
    'dialog',
    { class: 'dialog export', 'aria-labelledby': 'export-title' },
    make('h2', { id: 'export-title' }, say('export.title')),
    make('p', {}, say('export.says', { name: subject.name })),
    place,
    make('div', { class: 'row' }, status, close),
  );
  close.addEventListener('click', () => dialog.close());
  // A click on the backdrop is a click on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  choose('numbers');
};
