import type { EngineUnavailable } from './errors.ts';
import type { HostApi } from './host-api.ts';

/** A core that has been started, wherever it runs. */
export interface Core<Host extends HostApi = HostApi> {
  readonly host: Host;
  /** Why it answers no more, once it does not. */
  lost?: EngineUnavailable;
  /** Ends it: what is pending, and all that is asked later, is answered with `why`. */
  end(why: EngineUnavailable): void;
}

/** The name of the error that a core throws when it has stopped for good; it keeps it across a worker's messages. */
export const coreStopped = 'CoreStopped';

/** Emscripten's glue speaks to those who built it. */
export const plainly = (message: string): string =>
  message.replace(/Aborted\((.*)\)(?:\. Build with -sASSERTIONS for more info\.)?/s, '$1');
