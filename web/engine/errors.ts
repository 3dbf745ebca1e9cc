/** Every error the engine throws is one of these; `message` names the argument, what came and what is taken. */
export class EngineError extends Error {
  override readonly name: string = 'EngineError';
}

/** An argument outside what is taken. */
export class InvalidInput extends EngineError {
  override readonly name = 'InvalidInput';
  constructor(
    readonly argument: string,
    readonly got: string,
    readonly takes: string,
  ) {
    super(`${argument}: got ${got}; takes ${takes}`);
  }
}

/** The caller's signal was aborted. */
export class Cancelled extends EngineError {
  override readonly name = 'Cancelled';
  constructor(what: string) {
    super(`${what} was cancelled`);
  }
}

/** A model file did not arrive or is not what it should be. */
export class ModelLoadFailed extends EngineError {
  override readonly name = 'ModelLoadFailed';
  constructor(
    readonly model: string,
    readonly reason: string,
  ) {
    super(`model ${model} could not be loaded: ${reason}`);
  }
}

/** The run would need more memory than the cap. */
export class TooLarge extends EngineError {
  override readonly name = 'TooLarge';
}

/** WebAssembly is missing or refused. */
export class EngineUnavailable extends EngineError {
  override readonly name = 'EngineUnavailable';
}
