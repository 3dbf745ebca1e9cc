import { describe, expect, it } from 'vitest';
import { History } from '../../../../web/site/lab/history.ts';

describe('undo and redo', () => {
  it('go back and forth over what was done, and forget what was undone by another act', () => {
    const history = new History<number>();
    history.note(1, 'a', 0);
    history.note(2, 'b', 0);
    expect(history.undo(3)).toBe(2);
    expect(history.undo(2)).toBe(1);
    expect(history.canUndo).toBe(false);
    expect(history.undo(1)).toBe(1);
    expect(history.redo(1)).toBe(2);
    history.note(2, 'c', 0);
    expect(history.canRedo).toBe(false);
  });

  it('take one drag for one step', () => {
    const history = new History<number>();
    for (let i = 0; i < 20; i++) history.note(i, 'drag', i * 50);
    expect(history.undo(20)).toBe(0);
    expect(history.canUndo).toBe(false);
    // After a rest the same act is another step.
    history.note(0, 'drag', 5000);
    history.note(1, 'drag', 9000);
    expect(history.undo(2)).toBe(1);
  });

  it('keep what has no name apart, however quick it comes', () => {
    const history = new History<number>();
    for (let i = 0; i < 3; i++) history.note(i, '', i);
    expect([history.undo(3), history.undo(2), history.undo(1)]).toEqual([2, 1, 0]);
  });
});
