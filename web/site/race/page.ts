import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { LearningEngine } from '../../engine/types/learning.ts';
import { Fragment, sayIgnored } from '../fragment.ts';
import type { Notices } from '../notices.ts';
import { Player } from '../trained/player.ts';
import { transport, transportKeys } from '../trained/transport.ts';
import type { Dictionary } from '../translate/dictionary.ts';
import { say } from '../words.ts';
import { controls, wishes } from './controls.ts';
import { headline, heard } from './headline.ts';
import type { LaneRun } from './lane-run.ts';
import { numbers } from './numbers.ts';
import { Race } from './race.ts';
import { readSetUp, writeSetUp, type SetUp } from './set-up.ts';
import { columnsFor, drawingOf, endsOf, legend, timelines } from './timeline.ts';

/** A race is played back in about so many milliseconds; in truth it is over before an eye has moved. */
const drawnOut = 7000;

/** Starts the engine with so many threads. */
export type StartEngine = (threads: number) => Promise<LearningEngine | undefined>;

/** `<race-page>`: several decoders spell the same word on the same engine; every call is a bar that had to wait. */
export class RacePage extends LitElement {
  notices!: Notices;
  start!: StartEngine;
  /** How many threads this page may have. */
  threads = 1;
  race: Race | undefined;
  setUp: SetUp = readSetUp('').setUp;
  readonly player: Player = new Player(
    () => drawnOut / Math.max(this.player.last, 1),
    () => this.requestUpdate(),
  );
  #dictionary: Dictionary | undefined;
  #engine: { threads: number; opened: Promise<LearningEngine | undefined> } | undefined;
  readonly #fragment = new Fragment(this, () => {
    this.#read();
    void this.#follow();
  });

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  set dictionary(dictionary: Dictionary) {
    this.#dictionary = dictionary;
    this.requestUpdate();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('keydown', this.#key);
    this.#read();
    void this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('keydown', this.#key);
    this.player.pause();
    this.race?.close();
  }

  protected override updated(_: PropertyValues): void {
    const { race } = this;
    if (race?.left.length) this.notices.show('left', say('translate.left'), race.left);
    else this.notices.remove('left');
  }

  override render(): TemplateResult {
    const { race, setUp, player } = this;
    const runs = race?.runs ?? [];
    const ways = this.#ways();
    const columns = columnsFor(runs, ways);
    const times = endsOf(runs, setUp.cost);
    const now = player.at >= player.last ? Infinity : player.at === 0 ? 0 : (times[player.at - 1] ?? Infinity);
    return html`
      <div class="intro">
        <div>
          <h1>${headline(runs, setUp)}</h1>
          <p class="try"><b>${say('translate.try')}</b> ${say('race.try.says')}</p>
        </div>
        ${wishes(setUp, (change) => this.choose(change), this.#another())}
      </div>
      ${controls(setUp, this.#going(), (change) => this.choose(change), {
        start: () => this.#start(),
        stop: () => race?.stop(),
      })}
      ${race ? nothing : html`<p class="lead">${say('translate.starting')}</p>`}
      ${race && !race.text ? html`<p class="lead">${say('race.nothing')}</p>` : nothing}
      ${
        race?.text
          ? html`${timelines(runs, columns, ways.length > 0, drawingOf(runs, setUp.cost, now), {
                cancel: (run) => race.cancel(run),
                again: (run) => this.#again(run),
              })}
              <div class="replay">${transport(player, this.#where(times))}</div>
              ${legend()} ${numbers(race, setUp, (change) => this.choose(change), this.clientWidth)}`
          : nothing
      }
      <p class="spoken" role="status">${race && !race.going && !race.counting ? heard(runs) : ''}</p>
    `;
  }

  /** Another set-up: what is known stays known where it still holds. */
  choose(change: Partial<SetUp>): void {
    this.setUp = { ...this.setUp, ...change };
    this.#fragment.write(writeSetUp(this.setUp));
    void this.#follow();
  }

  #where(times: readonly number[]): string {
    const { at, last } = this.player;
    if (this.race?.going) return say('race.replay.later');
    if (!last || at >= last) return say('race.replay.end');
    return at ? say('race.replay.at', { time: (times[at - 1] ?? 0).toFixed(2) }) : say('race.replay.begin');
  }

  #going() {
    const { race, setUp, threads } = this;
    const turns = setUp.repeats + 1;
    const runs = (race?.runs ?? []).filter(({ phase }) => phase !== 'failed' && phase !== 'cancelled');
    return {
      going: race?.going ?? false,
      done: runs.reduce((sum, run) => sum + Math.min(run.turn, turns), 0),
      all: turns * runs.length,
      threads,
    };
  }

  /** All that is right: as the dictionary has it. */
  #ways(): string[][] {
    return (this.race && this.#dictionary?.find(this.race.text)?.ways) ?? [];
  }

  #another(): (() => void) | undefined {
    const dictionary = this.#dictionary;
    if (!dictionary) return undefined;
    return () => this.choose({ text: dictionary.heldOut(Math.floor(Math.random() * dictionary.held)) });
  }

  #start(): void {
    if (!this.race) return void this.#follow();
    this.player.begin(0, false);
    this.race.again();
    void this.#measured();
  }

  #again(run: LaneRun): void {
    run.again();
    void this.#measured();
  }

  /** Lets lanes that lack something have their turns; when all are done the race is played once. */
  async #measured(): Promise<void> {
    const { race } = this;
    if (!race?.text || race.going) return;
    await race.go();
    if (this.race === race) this.player.begin(endsOf(race.runs, this.setUp.cost).length);
  }

  async #follow(): Promise<void> {
    this.requestUpdate();
    const { setUp } = this;
    if (this.#engine?.threads !== setUp.threads) {
      const before = this.#engine;
      this.race?.close();
      this.race = undefined;
      const mine = (this.#engine = { threads: setUp.threads, opened: this.start(setUp.threads) });
      void before?.opened.then((engine) => engine?.dispose());
      const engine = await mine.opened;
      if (this.#engine !== mine) return;
      if (engine) this.race = new Race(engine, this.setUp, () => this.requestUpdate());
    } else {
      this.race?.take(setUp);
    }
    const { race } = this;
    if (!race) return;
    // What is played back is of another text, or of other costs.
    if (race.runs.some((one) => one.wants(setUp))) this.player.begin(0, false);
    else if (!this.player.playing) this.player.begin(endsOf(race.runs, setUp.cost).length, false);
    this.requestUpdate();
    await this.#measured();
  }

  readonly #key = (event: KeyboardEvent): void => transportKeys(this.player, event);

  #read(): void {
    const { setUp, ignored } = readSetUp(this.#fragment.read());
    // More threads than the page may have are a wish of another machine.
    if (setUp.threads > this.threads) setUp.threads = 1;
    this.setUp = setUp;
    sayIgnored(this.notices, ignored);
  }
}
