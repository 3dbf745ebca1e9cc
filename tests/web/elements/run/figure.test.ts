import { describe, expect, it, vi } from 'vitest';
import { translator } from '../../../../web/elements/lib/locale.ts';
import { placeOf, wordAt } from '../../../../web/elements/lib/sentences.ts';
import { Figure } from '../../../../web/elements/run/figure.ts';
import { createFixtureEngine, type FixtureOptions } from '../fixture-engine.ts';

const t = translator('en');

const start = (options: FixtureOptions = {}) => {
  const engine = createFixtureEngine(options);
  const moved = vi.fn();
  const figure: Figure = new Figure({ changed: () => figure.update(), moved, t: () => t });
  figure.use(engine);
  const settle = (): Promise<void> =>
    vi.waitFor(() => {
      expect(figure.session.running).toBe(false);
      expect(figure.story ?? figure.session.problem).toBeDefined();
    });
  return { engine, figure, moved, settle };
};

describe('a figure', () => {
  it('opens on the example, at the weights, with the strongest pinned', async () => {
    const { figure, settle } = start();
    await settle();
    expect(figure.frame?.stage).toBe('normalise');
    expect(figure.query).toBe(3);
    const row = figure.weights(3)!;
    expect(figure.story?.cell).toEqual({ tensor: 'pattern', index: [0, 3, row.indexOf(Math.max(...row))] });
    expect(figure.state).toEqual({});
  });

  it('keeps the word that a link asked for while the full model loads', async () => {
    const { figure, settle } = start();
    await settle();
    figure.wishes = { text: '', query: 40 };
    figure.update();
    await settle();
    await figure.loadFull();
    expect(figure.wishes.query).toBe(40);
  });

  it('asks for a run before it is drawn anew, where only a parameter changed', async () => {
    const { engine, figure, settle } = start();
    await settle();
    const run = vi.spyOn(engine, 'run');
    figure.setParam('temperature', 0.5);
    expect(run).toHaveBeenCalledTimes(1);
    await settle();
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('does not choose words that the model leaves out, and keeps the words of the rest', async () => {
    const { figure, settle } = start({ reads: 4 });
    await settle();
    figure.wishes = { text: 'one two three four five six', query: 5 };
    figure.update();
    await vi.waitFor(() => expect(figure.session.trace?.tokens).toHaveLength(6));
    expect(figure.query).toBe(3);
    figure.choose(4);
    expect(figure.query).toBe(3);
    figure.choose(2);
    expect(figure.query).toBe(2);
    expect(figure.chosenWeights).toHaveLength(4);
    expect(wordAt(figure.session.trace!, 'key', 'pattern', 3)).toBe('four');
  });

  it('stops at once when told to, whatever the engine does, and takes the run up again', async () => {
    const { engine, figure, settle } = start();
    await settle();
    const { trace } = figure.session;
    for (const name of ['tokenize', 'run'] as const) {
      const silent = vi.spyOn(engine, name).mockImplementation(() => new Promise<never>(() => {}));
      figure.setText(`one two ${name}`);
      figure.session.stop();
      expect([figure.session.running, figure.session.problem]).toEqual([false, { kind: 'stopped' }]);
      expect(figure.session.trace).toBe(name === 'tokenize' ? trace : figure.session.trace);
      silent.mockRestore();
      figure.again();
      await settle();
      expect(figure.session.trace?.tokens).toEqual(['one', 'two', name]);
    }
  });

  it('gives every trace back', async () => {
    const { engine, figure, settle } = start({ delay: 2 });
    await settle();
    figure.setText('one two three');
    figure.setText('one two three four');
    figure.setParam('mask', 'causal');
    await vi.waitFor(() => expect(figure.session.trace?.tokens.length).toBe(4));
    await vi.waitFor(() => expect(figure.session.running).toBe(false));
    expect(engine.live.size).toBe(1);
    figure.close();
    await vi.waitFor(() => expect(engine.live.size).toBe(0));
  });

  it('restores what its state says', async () => {
    const one = start();
    await one.settle();
    one.figure.setText('a sentence of five words');
    await vi.waitFor(() => expect(one.figure.session.trace?.tokens.length).toBe(5));
    one.figure.setParam('temperature', 0.5);
    one.figure.choose(2);
    one.figure.show(3);
    one.figure.pinCell({ tensor: 'scores', index: [0, 2, 4] }, 2);
    await vi.waitFor(() => expect(one.figure.story?.cell.tensor).toBe('scores'));
    const other = start();
    other.figure.wishes = JSON.parse(JSON.stringify(one.figure.state));
    other.figure.update();
    await vi.waitFor(() => expect(other.figure.story?.cell).toEqual(one.figure.story?.cell));
    expect(other.figure.frame?.key).toBe(one.figure.frame?.key);
    expect(other.figure.query).toBe(2);
    expect(other.figure.settled?.params).toEqual({ temperature: 0.5 });
    expect(one.moved).toHaveBeenCalled();
  });

  it('stands something valid in for junk, and says so', async () => {
    const { figure, settle } = start();
    figure.wishes = {
      variant: 'nope',
      model: 'none',
      layer: 77,
      head: 99,
      step: 'nowhere',
      query: 1e6,
      pin: { tensor: 'pattern', index: [9, 9, 9] },
      params: { temperature: 'x' as unknown as number },
    };
    figure.update();
    await settle();
    expect(figure.frame?.stage).toBe('normalise');
    expect(figure.settled?.complaints.length).toBe(3);
    expect(figure.strays.length).toBe(4);
  });

  it('offers a model for a head that it has, and never for one that it lacks', async () => {
    const { figure, settle } = start();
    figure.wishes = { head: 3 };
    figure.update();
    await settle();
    expect(figure.missing?.id).toBe('big_one');
    expect(figure.strays).toEqual([]);
    for (const head of [5, 99]) {
      figure.wishes = { head };
      figure.update();
      expect(figure.missing).toBeUndefined();
      expect(figure.strays).toEqual([`Layer, Head “1, ${head}” is not there; 1, 2 stands in.`]);
    }
  });

  it('says which word stands in for one beyond the text, but not to a visitor who shortens it', async () => {
    const { figure, settle } = start();
    figure.wishes = { text: 'one two three four', query: 100 };
    figure.update();
    await settle();
    expect(figure.strays).toEqual(['query “100” is not there; 3 stands in.']);
    figure.setText('one two');
    await vi.waitFor(() => expect(figure.session.trace?.tokens.length).toBe(2));
    expect(figure.query).toBe(1);
    expect(figure.strays).toEqual([]);
  });

  it('says why there is nothing to see', async () => {
    const { figure, settle } = start();
    await settle();
    figure.setText('');
    await vi.waitFor(() => expect(figure.session.problem).toEqual({ kind: 'empty' }));
    figure.setText('zzebra runs');
    await vi.waitFor(() => expect(figure.session.problem).toEqual({ kind: 'outside', words: ['zzebra'] }));
    figure.takeExample(undefined);
    await vi.waitFor(() => expect(figure.session.problem).toBeUndefined());
  });

  it('carries an explicit pin along to the same words', async () => {
    const { figure, settle } = start();
    await settle();
    figure.pinCell({ tensor: 'pattern', index: [0, 3, 5] }, 3);
    figure.show(figure.frames.findIndex((frame) => frame.stage === 'score'));
    await vi.waitFor(() => expect(figure.story?.cell).toEqual({ tensor: 'scores', index: [0, 3, 5] }));
    figure.unpin();
    expect(figure.story).toBeUndefined();
  });

  it('shows how far a long run is, stops it, and takes it up again', async () => {
    const options: FixtureOptions = {};
    const { figure, settle } = start(options);
    await settle();
    options.delay = 1000;
    figure.setText('one two three');
    expect(figure.session.progress).toBeUndefined();
    const seen = new Set<number | undefined>();
    await vi.waitFor(() => {
      seen.add(figure.session.progress);
      expect(figure.session.progress).toBe(0.5);
    });
    expect([...seen]).toEqual([undefined, 0.25, 0.5]);
    const shown = figure.session.trace;
    figure.session.stop();
    await vi.waitFor(() => expect(figure.session.problem).toEqual({ kind: 'stopped' }));
    expect(figure.session.progress).toBeUndefined();
    expect(figure.session.trace).toBe(shown);
    figure.update();
    expect(figure.session.running).toBe(false);
    options.delay = 0;
    figure.again();
    await vi.waitFor(() => expect(figure.session.trace?.tokens).toEqual(['one', 'two', 'three']));
    expect(figure.session.problem).toBeUndefined();
  });

  it('loads the full model for a locked head, and uses it', async () => {
    const { figure, settle } = start();
    await settle();
    expect(figure.heads).toBe(4);
    expect(figure.locked(1, 3)).toBe(true);
    figure.pickHead(3);
    await vi.waitFor(() => expect(figure.settled?.model.id).toBe('big_one'));
    expect(figure.settled?.head).toBe(3);
    expect(figure.locked(1, 3)).toBe(false);
    await vi.waitFor(() => expect(figure.session.shown?.head).toBe(3));
  });

  it('reads another text, with its words for keys, and itself again', async () => {
    const { figure, settle } = start();
    await settle();
    figure.setText('one two three');
    figure.setSource('four five six seven');
    await vi.waitFor(() => expect(figure.session.trace?.sourceTokens).toHaveLength(4));
    const trace = figure.session.trace!;
    expect(trace.tokens).toHaveLength(3);
    expect(figure.weights(1)).toHaveLength(4);
    expect(wordAt(trace, 'key', 'pattern', 3)).toBe('seven');
    expect(wordAt(trace, 'query', 'pattern', 2)).toBe('three');
    expect(wordAt(trace, 'key', 'k', 0)).toBe('four');
    expect(placeOf(trace, 'source', [3, 0])).toMatchObject({ key: { word: 'seven', at: 3 } });
    expect(figure.state).toMatchObject({ text: 'one two three', source: 'four five six seven' });

    const other = start();
    other.figure.wishes = JSON.parse(JSON.stringify(figure.state));
    other.figure.update();
    await vi.waitFor(() => expect(other.figure.session.trace?.sourceTokens).toEqual(trace.sourceTokens));

    figure.readOther(false);
    await vi.waitFor(() => expect(figure.session.trace?.sourceTokens).toEqual([]));
    expect(figure.state.source).toBeUndefined();
    // The switch brings back what was read before.
    figure.readOther(true);
    expect(figure.settled?.source).toBe('four five six seven');
  });

  it('has a text to read for the switch alone, and another than the one that asks', async () => {
    const { figure, settle } = start();
    await settle();
    const { text } = figure.engine!.models[0]!.examples[0]!;
    figure.setText('one two three');
    figure.readOther(true);
    expect(figure.settled?.source).toBe(text);
    figure.takeExample(undefined);
    expect(figure.settled?.source).toBeUndefined();
  });

  it('says that there is nothing to be read, and which words of either text it lacks', async () => {
    const { figure, settle } = start();
    await settle();
    figure.setSource('');
    await vi.waitFor(() => expect(figure.session.problem).toEqual({ kind: 'empty', source: true }));
    figure.setText('one zzero');
    figure.setSource('two zzebra');
    await vi.waitFor(() => expect(figure.session.problem).toEqual({ kind: 'outside', words: ['zzero', 'zzebra'] }));
  });

  it('resets all controls and keeps the sentence', async () => {
    const { figure, settle } = start();
    await settle();
    figure.setText('one two three');
    figure.setParam('mask', 'causal');
    expect(figure.changedFromDefaults).toBe(true);
    figure.reset();
    expect(figure.changedFromDefaults).toBe(false);
    expect(figure.state.text).toBe('one two three');
  });
});
