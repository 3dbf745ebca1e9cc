import { describe, expect, it } from 'vitest';
import { fromFigure, fromLab, toFigure } from '../../../../web/site/lab/carry.ts';
import { decodeLab, encodeLab } from '../../../../web/site/lab/link.ts';
import { modes } from '../../../../web/site/lab/state.ts';
import type { Catalog } from '../../../../web/engine/types.ts';
import type { LinkState } from '../../../../web/site/link/state.ts';
import { entries } from '../../elements/fixture-engine.ts';

const other = { ...entries[0]!, id: 'second_kind' };
const catalog: Catalog = { version: 1, entries: [entries[0]!, other, { ...entries[0]!, id: 'whole', kind: 'model' }] };

const left: LinkState = {
  variant: 'second_kind',
  params: { temperature: 0.5 },
  text: 'a b c',
  query: 1,
  head: 2,
  step: 'scores',
  pin: { tensor: 'scores', index: [0, 1, 2] },
};

describe.each(modes)('from the playground to %s', (mode) => {
  const there = decodeLab(encodeLab(fromFigure(left, mode, catalog), catalog).fragment, catalog).state;

  it('the mechanism goes along with its parameters', () => {
    expect(there.first).toEqual({ variant: 'second_kind', params: { temperature: 0.5 } });
    expect(there).toMatchObject({ mode, text: 'a b c', query: 1, head: 2 });
    // Before and after edits by hand it is one mechanism; beside it stands another.
    expect(there.second.params).toEqual(mode === 'edit' ? { temperature: 0.5 } : {});
  });

  it('and back, all is as it was left', () => expect(toFigure(there, left, catalog)).toEqual(left));

  it('on to the next, too', () => {
    for (const next of modes) expect(fromLab(there, next).first).toEqual(there.first);
  });

  it('what was changed there comes back, without what was about the old', () => {
    const changed = { ...there, text: 'd e', first: { variant: 'first_kind', params: {} } };
    expect(toFigure(changed, left, catalog)).toEqual({ variant: 'first_kind', text: 'd e', query: 1, head: 2 });
  });

  it('a whole model stays where it is', () => {
    const model: LinkState = { variant: 'whole', text: 'a', step: 'z' };
    const lab = fromFigure(model, mode, catalog);
    expect(lab.first).toEqual({ params: {} });
    expect(toFigure(lab, model, catalog)).toEqual(model);
  });
});
