/** Training on the real core, in Node. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Cancelled, InvalidInput } from '../../../../web/engine/errors.ts';
import { BadCheckpoint, Diverged } from '../../../../web/engine/learning/errors.ts';
import type { LearningClient } from '../../../../web/engine/learning/learning-client.ts';
import { small, startLearning, trained } from './small.ts';

let engine: LearningClient;
beforeAll(async () => {
  engine = await startLearning();
});
afterAll(() => engine.dispose());

describe('training', () => {
  it('is made from a catalogue that says what each model is trained with', () => {
    const { models, tasks, settings } = engine.catalog;
    expect(models.length).toBeGreaterThan(0);
    expect(tasks.length).toBeGreaterThan(1);
    for (const { id, training } of models) {
      const values = engine.settingsOf(id);
      expect(Object.keys(values)).toEqual(settings.map((spec) => spec.id));
      for (const [name, text] of Object.entries(training)) expect(String(values[name])).toBe(text);
    }
  });

  it('gives the same digits for the same set-up, and others for another seed', async () => {
    const [one, same, other] = await Promise.all([
      engine.open(small(engine)),
      engine.open(small(engine)),
      engine.open(small(engine, {}, 2)),
    ]);
    const first = await trained(one, 20);
    // In slices of another length: what is learned does not depend on when somebody looked.
    expect((await trained(same, 20, { slice: 0 })).updates).toEqual(first.updates);
    expect((await trained(other, 20)).updates).not.toEqual(first.updates);
    expect(first.updates.map(({ step }) => step)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect(first.end).toBe('until');
    expect(await one.save()).toEqual(await same.save());
    for (const run of [one, same, other]) run.close();
  });

  it('pauses between two slices and goes on as if it had not', async () => {
    const run = await engine.open(small(engine));
    const heard: number[] = [];
    const end = await run.train({
      slice: 0,
      onUpdates: (updates) => {
        heard.push(...updates.map(({ step }) => step));
        if (heard.length === 7) void run.pause();
      },
    });
    expect([end, run.step, run.training, heard.length]).toEqual(['paused', 7, false, 7]);
    await trained(run, 15);
    const whole = await engine.open(small(engine));
    await trained(whole, 15);
    expect(await run.save()).toEqual(await whole.save());
    run.close();
    whole.close();
  });

  it('ends when its signal says so, and refuses to train twice at a time', async () => {
    const run = await engine.open(small(engine));
    const stop = new AbortController();
    const work = run.train({ slice: 0, signal: stop.signal, onUpdates: () => stop.abort() });
    await expect(run.train()).rejects.toThrow(InvalidInput);
    await expect(work).rejects.toThrow(Cancelled);
    expect(run.training).toBe(false);
    run.close();
    await expect(run.train()).rejects.toThrow('closed');
  });

  it('ends by itself after as many steps as the set-up says', async () => {
    const run = await engine.open(small(engine, { steps: 12 }));
    expect(await run.train()).toBe('done');
    expect(run.step).toBe(12);
    run.close();
  });

  it('resumes from a checkpoint as if it had never stopped', async () => {
    const run = await engine.open(small(engine));
    await trained(run, 10);
    const file = await run.save();
    const rest = await trained(run, 25);
    const resumed = await engine.open(small(engine));
    expect(await resumed.restore(file)).toBe(10);
    expect((await trained(resumed, 25)).updates).toEqual(rest.updates);
    expect(await resumed.save()).toEqual(await run.save());
    const fresh = await engine.open(small(engine));
    expect(await fresh.restore(await run.save('weights'))).toBe(0);
    expect(await fresh.score(0, 20)).toEqual(await run.score(0, 20));
    // Weights alone begin anew, also in a run that has a past.
    expect(await run.restore(await run.save('weights'))).toBe(0);
    expect(await run.save()).toEqual(await fresh.save());
    for (const one of [run, resumed, fresh]) one.close();
  });

  it('takes another rate while it trains', async () => {
    const run = await engine.open(small(engine, { schedule: 'constant', rate: 0.001 }));
    const before = await trained(run, 3);
    await run.setRate(0.01);
    const after = await trained(run, 6);
    expect([...before.updates, ...after.updates].map(({ rate }) => rate)).toEqual([
      0.001, 0.001, 0.001, 0.01, 0.01, 0.01,
    ]);
    await expect(run.setRate(-1)).rejects.toThrow(InvalidInput);
    await expect(run.setRate(NaN)).rejects.toThrow(InvalidInput);
    run.close();
  });

  it('answers between two slices, and that changes nothing', async () => {
    const run = await engine.open(small(engine));
    const asked: Promise<unknown>[] = [];
    await trained(run, 12, { slice: 0 });
    const work = trained(run, 24, { slice: 0 });
    asked.push(run.score(0, 10), run.decode({ example: 1 }), run.errors(0, 4), run.trace({ example: 1 }));
    await Promise.all([work, ...asked]);
    const quiet = await engine.open(small(engine));
    await trained(quiet, 24);
    expect(await run.save()).toEqual(await quiet.save());
    run.close();
    quiet.close();
  });

  it('names a divergence, and goes back', async () => {
    const run = await engine.open(small(engine, { optimizer: 'sgd', schedule: 'constant', rate: 10, clip: 0 }));
    const { step: before } = run;
    const error = await run.train({ until: 1000 }).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(Diverged);
    expect((error as Diverged).what).toMatch(/loss|gradient|weights|moments/);
    expect((error as Diverged).got).toContain('at step');
    expect(run.training).toBe(false);
    expect(run.step).toBeGreaterThanOrEqual(before);
    expect((await run.undo()) % 50).toBe(0);
    await run.setRate(0.0001);
    await trained(run, run.step + 3);
    expect(Number.isFinite((await run.score(0, 10)).loss)).toBe(true);
    run.close();
  });

  it('refuses what it cannot do, by name', async () => {
    const setup = small(engine);
    await expect(engine.open({ ...setup, model: 'none' })).rejects.toThrow(/model: got "none"/);
    await expect(engine.open({ ...setup, task: 'none' })).rejects.toThrow(/task: got "none"/);
    await expect(engine.open({ ...setup, settings: { batch: 0 } })).rejects.toThrow(/params.batch/);
    await expect(engine.open({ ...setup, modelParams: { odd: 1 } })).rejects.toThrow(/params.odd/);
    await expect(engine.open({ ...setup, mechanism: 'none' })).rejects.toThrow(InvalidInput);
    await expect(engine.open({ ...setup, odd: 1 } as never)).rejects.toThrow(/setup.odd/);
    const run = await engine.open(setup);
    await expect(run.restore(Uint8Array.of(1, 2, 3))).rejects.toThrow(BadCheckpoint);
    await expect(run.restore('file' as never)).rejects.toThrow(InvalidInput);
    await expect(run.decode({ text: '' })).rejects.toThrow(InvalidInput);
    await expect(run.decode({ example: run.heldOut })).rejects.toThrow(InvalidInput);
    await expect(run.score(5, 2)).rejects.toThrow(InvalidInput);
    const other = await engine.open({ ...setup, modelParams: {} });
    await expect(run.restore(await other.save())).rejects.toThrow(BadCheckpoint);
    expect(run.step).toBe(0);
    run.close();
    other.close();
  });

  it('keeps its memory while it trains', async () => {
    const run = await engine.open(small(engine));
    await trained(run, 60);
    const before = await engine.memory();
    await trained(run, 400);
    for (let i = 0; i < 20; ++i) {
      (await run.trace({ example: i })).dispose();
      await run.decode({ example: i });
      await run.save();
    }
    expect(await engine.memory()).toBe(before);
    run.close();
  });
});

describe('a run in words', () => {
  it('decodes with an alignment over the source, step by step', async () => {
    const run = await engine.open(small(engine));
    const { sourceText, targetText } = await run.example(3);
    const decoded = await run.decode({ example: 3 }, 4);
    expect(decoded.sourcePieces.join('')).toBe(sourceText);
    expect(decoded.target).toBe(targetText);
    expect(decoded.steps[0]!.length).toBeLessThanOrEqual(4);
    expect(decoded.pieces.map(({ text }) => text).join('')).toBe(decoded.text);
    for (const { alignment } of decoded.pieces) {
      expect(alignment).toHaveLength(decoded.sourcePieces.length);
      // A model that reads its own text as well has less than all of it for the source.
      const sum = alignment!.reduce((all, weight) => all + weight, 0);
      expect(sum).toBeGreaterThan(0);
      expect(sum).toBeLessThan(1.0001);
    }
    // The source's call, and one for each step.
    const { read, steps } = decoded.milliseconds;
    expect(steps).toHaveLength(decoded.steps.length);
    for (const one of [read, ...steps]) expect(one).toBeGreaterThanOrEqual(0);
    const trace = await run.trace({ example: 3 });
    expect(trace.milliseconds).toBeGreaterThanOrEqual(0);
    trace.dispose();
    const typed = await run.decode({ text: sourceText! });
    expect(typed.target).toBeUndefined();
    expect(typed.text).toBe((await run.decode({ example: 3 })).text);
    run.close();
  });

  it('opens in the stepper: every number says where it comes from', async () => {
    const run = await engine.open(small(engine));
    const trace = await run.trace({ example: 2 });
    expect(trace.steps.length).toBeGreaterThan(10);
    for (const { name, shape } of trace.tensors) {
      const cell = shape.map((size) => Math.floor(size / 2));
      const at = cell.reduce((flat, index, axis) => flat * shape[axis]! + index, 0);
      const { value } = await trace.explain(name, cell);
      expect(Math.fround(value) + 0, name).toBe(trace.tensor(name).data[at]! + 0); // −0 is 0
      for (const region of await trace.sources(name, cell)) expect(trace.tensor(region.tensor)).toBeDefined();
    }
    trace.dispose();
    run.close();
  });
});
