import { make } from '../make.ts';

export interface Tab {
  id: string;
  label: string;
  panel: HTMLElement;
  /** Called each time the tab is chosen. */
  open?: () => void;
}

/** Tabs as the ARIA practices have them: arrows move, the chosen one alone is in the tab order. */
export const tabs = (label: string, all: readonly Tab[]): { place: HTMLElement; choose: (id: string) => void } => {
  const buttons = all.map(({ id, label }) =>
    make('button', { type: 'button', role: 'tab', id: `tab-${id}`, 'aria-controls': `panel-${id}` }, label),
  );
  const choose = (id: string) =>
    all.forEach((tab, i) => {
      const chosen = tab.id === id;
      buttons[i]!.setAttribute('aria-selected', String(chosen));
      buttons[i]!.tabIndex = chosen ? 0 : -1;
      tab.panel.hidden = !chosen;
      if (chosen) tab.open?.();
    });
  all.forEach(({ id, panel }, i) => {
    panel.id = `panel-${id}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', `tab-${id}`);
    buttons[i]!.addEventListener('click', () => choose(id));
  });
  const list = make('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, ...buttons);
  list.addEventListener('keydown', ({ key }) => {
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (!by || at < 0) return;
    const next = (at + by + all.length) % all.length;
    choose(all[next]!.id);
    buttons[next]!.focus();
  });
  return { place: make('div', { class: 'tabbed' }, list, ...all.map(({ panel }) => panel)), choose };
};
