import { describe, expect, it } from 'vitest';
import { actionFor } from '../../../../web/elements/lib/keys.ts';
import { moveCell } from '../../../../web/elements/pieces/grid-keys.ts';

const press = (key: string, over = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...over });

describe('the figure', () => {
  it('steps, chooses, plays, unpins', () => {
    expect(actionFor(press('ArrowRight'), false)).toEqual({ do: 'step', by: 1 });
    expect(actionFor(press('ArrowUp'), false)).toEqual({ do: 'query', by: -1 });
    expect(actionFor(press('End'), false)).toEqual({ do: 'end', at: 'last' });
    expect(actionFor(press(' '), false)).toEqual({ do: 'play' });
    expect(actionFor(press('Escape'), true)).toEqual({ do: 'unpin' });
  });

  it('leaves the browser its keys', () => {
    expect(actionFor(press('ArrowLeft', { altKey: true }), false)).toBeUndefined();
    expect(actionFor(press(' '), true)).toBeUndefined();
    expect(actionFor(press('Tab'), false)).toBeUndefined();
  });
});

describe('a matrix', () => {
  const at = { row: 2, column: 3 };
  it('moves and stays inside', () => {
    expect(moveCell(press('ArrowLeft'), at, 5, 6, 5)).toEqual({ row: 2, column: 2 });
    expect(moveCell(press('ArrowDown'), { row: 4, column: 0 }, 5, 6, 5)).toEqual({ row: 4, column: 0 });
    expect(moveCell(press('Home'), at, 5, 6, 5)).toEqual({ row: 2, column: 0 });
    expect(moveCell(press('End', { ctrlKey: true }), at, 5, 6, 5)).toEqual({ row: 4, column: 5 });
    expect(moveCell(press('PageDown'), at, 50, 6, 20)).toEqual({ row: 22, column: 3 });
    expect(moveCell(press('x'), at, 5, 6, 5)).toBeUndefined();
  });
});
