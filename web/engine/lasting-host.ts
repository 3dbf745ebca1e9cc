import { unwrap } from './answers.ts';
import { coreStopped, type Core } from './core.ts';
import { EngineUnavailable } from './errors.ts';
import type { HostApi, Reply, RunAnswer, Staged, Unfinished, WithFloats } from './host-api.ts';

/**
 * Milliseconds without a word after which a core that nobody waits for any more is given up. Between two slices it
 * answers after 50, on a busy machine after a second; a worker that was taken away never does, and is heard of nowhere.
 */
const patience = 3000;

/** A run that somebody may ask about. */
interface Held {
  request: string;
  tensors: Staged[];
  /** Where it was made, and its number there. */
  core: Core;
  trace: number;
  again?: Promise<void>;
  gone?: true;
}

type RunReply = WithFloats<RunAnswer | Unfinished>;

/** The caller's numbers as they are now. */
const copied = (tensors: Staged[]): Staged[] => tensors.map(({ name, data }) => ({ name, data: data.slice() }));

/**
 * The host that an engine speaks to for as long as it lives. A core that died is replaced when the next question comes;
 * runs keep their numbers, and what the new core does not know of them it runs again.
 */
export class LastingHost implements Omit<HostApi, 'start'> {
  private readonly held = new Map<number, Held>();
  private readonly models = new Map<string, () => Promise<Uint8Array>>();
  private runs = 0;
  private ended: EngineUnavailable | undefined;
  private looking: Promise<void> | undefined;
  private renewing: Promise<Core> | undefined;

  constructor(
    private core: Core,
    private readonly begin: () => Promise<Core>,
  ) {}

  run(request: string, tensors: Staged[], milliseconds?: number): Reply<RunReply> {
    const own = copied(tensors);
    return this.with((core) => {
      const noted = (reply: RunReply): RunReply => {
        if (!reply.answer.ok) return reply;
        const id = ++this.runs;
        this.held.set(id, { request, tensors: own, core, trace: reply.answer.trace });
        return { ...reply, answer: { ...reply.answer, trace: id } };
      };
      const reply = core.host.run(request, own, milliseconds);
      return reply instanceof Promise ? reply.then(noted) : noted(reply);
    });
  }

  proceed(trace: number, milliseconds: number): Reply<RunReply> {
    const held = this.held.get(trace);
    const renamed = (reply: RunReply): RunReply =>
      reply.answer.ok ? { ...reply, answer: { ...reply.answer, trace } } : reply;
    return this.with((core) => {
      // What was half done is gone with its core, and whoever waits for it shall know.
      if (held?.core.lost) throw held.core.lost;
      const reply = core.host.proceed(held?.trace ?? trace, milliseconds);
      return reply instanceof Promise ? reply.then(renamed) : renamed(reply);
    });
  }

  explain(trace: number, tensor: string, index: number[]): ReturnType<HostApi['explain']> {
    return this.about(trace, (host, own) => host.explain(own, tensor, index));
  }

  sources(trace: number, tensor: string, index: number[]): ReturnType<HostApi['sources']> {
    return this.about(trace, (host, own) => host.sources(own, tensor, index));
  }

  tile(trace: number, tensor: string, request: string): ReturnType<HostApi['tile']> {
    return this.about(trace, (host, own) => host.tile(own, tensor, request));
  }

  dispose(trace: number): Reply<void> {
    const held = this.held.get(trace);
    this.held.delete(trace);
    if (held) held.gone = true;
    if (held && !held.core.lost) return held.core.host.dispose(held.trace);
  }

  /** @param read the bytes once more, for a core that takes the place of this one */
  loadModel(id: string, bytes: Uint8Array, read?: () => Promise<Uint8Array>): ReturnType<HostApi['loadModel']> {
    if (read) this.models.set(id, read);
    return this.with((core) => core.host.loadModel(id, bytes));
  }

  tokenize(model: string, text: string): ReturnType<HostApi['tokenize']> {
    return this.with((core) => core.host.tokenize(model, text));
  }

  embed(model: string, text: string): ReturnType<HostApi['embed']> {
    return this.with((core) => core.host.embed(model, text));
  }

  numeric(...[request, tensors, out]: Parameters<HostApi['numeric']>): ReturnType<HostApi['numeric']> {
    const own = this.looking || this.core.lost ? copied(tensors) : tensors;
    return this.with((core) => core.host.numeric(request, own, out));
  }

  configure(request: string): ReturnType<HostApi['configure']> {
    return this.with((core) => core.host.configure(request));
  }

  memory(): Reply<number> {
    return this.with((core) => core.host.memory());
  }

  /** Somebody waits no longer: is the core still there? */
  doubt(): void {
    this.looking ??= this.look(this.core).finally(() => (this.looking = undefined));
  }

  end(why: EngineUnavailable): void {
    this.ended = why;
    this.core.end(why);
  }

  private async look(core: Core): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        core.end(new EngineUnavailable("the engine's worker did not answer and was ended"));
        resolve();
      }, patience);
    });
    const sign = (async () => void (await core.host.memory()))().catch(() => {});
    await Promise.race([sign, silence]);
    clearTimeout(timer);
  }

  /** At once where the core stands, so that what the caller gave is read before the caller goes on. */
  private with<T>(work: (core: Core) => Reply<T>): Reply<T> {
    if (this.ended) throw this.ended;
    if (!this.looking && !this.core.lost) return this.guarded(this.core, work);
    return this.standing().then((core) => this.guarded(core, work));
  }

  private guarded<T>(core: Core, work: (core: Core) => Reply<T>): Reply<T> {
    const failed = (error: unknown): never => {
      if (error instanceof Error && error.name === coreStopped) core.end(new EngineUnavailable(error.message));
      throw core.lost ?? error;
    };
    try {
      const reply = work(core);
      return reply instanceof Promise ? reply.catch(failed) : reply;
    } catch (error) {
      return failed(error);
    }
  }

  private async standing(): Promise<Core> {
    await this.looking;
    if (!this.core.lost) return this.core;
    this.renewing ??= this.renew().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private async renew(): Promise<Core> {
    const core = await this.begin().catch((error: unknown) => {
      throw new EngineUnavailable(`the engine could not be started again: ${(error as Error).message}`);
    });
    try {
      for (const [id, read] of this.models) unwrap(await core.host.loadModel(id, await read()));
      if (this.ended) throw this.ended;
    } catch (error) {
      core.end(this.ended ?? new EngineUnavailable('not needed any more'));
      throw error;
    }
    return (this.core = core);
  }

  private about<T>(trace: number, work: (host: HostApi, own: number) => Reply<T>): Reply<T> {
    return this.with((core) => {
      const held = this.held.get(trace);
      if (!held || held.core === core) return work(core.host, held?.trace ?? trace);
      held.again ??= this.runAgain(held, core).finally(() => delete held.again);
      return held.again.then(() => work(core.host, held.trace));
    });
  }

  private async runAgain(held: Held, core: Core): Promise<void> {
    const { trace } = unwrap((await core.host.run(held.request, held.tensors)).answer);
    Object.assign(held, { core, trace });
    if (held.gone) await core.host.dispose(trace);
  }
}
