import { EngineError } from '../errors.ts';

/** Training left the finite numbers. The weights are as they were before that step. */
export class Diverged extends EngineError {
  override readonly name = 'Diverged';
  constructor(
    /** `loss` or `gradient`. */
    readonly what: string,
    /** What it was, and at which step. */
    readonly got: string,
    readonly takes: string,
  ) {
    super(`${what}: got ${got}; takes ${takes}`);
  }
}

/** A task's file of data did not arrive. */
export class DataLoadFailed extends EngineError {
  override readonly name = 'DataLoadFailed';
  constructor(
    readonly data: string,
    readonly reason: string,
  ) {
    super(`the data ${data} could not be loaded: ${reason}`);
  }
}

/** A file that is no checkpoint, or one of another model. */
export class BadCheckpoint extends EngineError {
  override readonly name = 'BadCheckpoint';
  constructor(
    readonly got: string,
    readonly takes: string,
  ) {
    super(`checkpoint: got ${got}; takes ${takes}`);
  }
}
