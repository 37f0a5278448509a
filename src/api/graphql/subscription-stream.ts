import type { RequestContext } from '../context';
import type { AppError } from '../../errors';
import type { EventStream } from '../../http/event-stream';
import type { AccessRule } from '../../identity/access/access-rule';
import type { Viewer } from '../../identity/access/viewer';
import type { OpenStream } from './open-streams';

/** How what a subscription tells becomes what its client reads. */
export interface StreamAnswers {
  /** @returns an answer of GraphQL, and what it is resumed by */
  toResult(payload: unknown): Promise<{ readonly result: unknown; readonly id: string | null }>;
  /** An answer that says why the subscription ends. */
  toFailure(error: unknown): unknown;
}

/** One subscription of one client: from its request until either side ends it. */
export class SubscriptionStream implements OpenStream {
  readonly viewer: Viewer;
  readonly accessToken: string | null;
  readonly rules: readonly AccessRule[] | null;
  context: RequestContext;
  #iterator: AsyncIterator<unknown> | null = null;
  #events: EventStream | null = null;
  #isEnded = false;
  #lastWord: AppError | null = null;

  constructor(params: Pick<OpenStream, 'viewer' | 'accessToken' | 'rules' | 'context'>) {
    this.viewer = params.viewer;
    this.accessToken = params.accessToken;
    this.rules = params.rules;
    this.context = params.context;
  }

  beat(afterMs: number): void {
    this.#events?.beat(afterMs);
  }

  end(error: AppError | null): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#lastWord = error;
    void this.#iterator?.return?.();
  }

  /**
   * Tells all that comes, each thing when the client has room for it. A subscription that fails, or comes to its own
   * end, is completed: its client asks no more. One that we end without a word is not: its client connects again.
   */
  async run(
    source: AsyncIterable<unknown>,
    events: EventStream,
    answers: StreamAnswers,
  ): Promise<void> {
    const iterator = source[Symbol.asyncIterator]();
    this.#iterator = iterator;
    this.#events = events;
    events.onClose(() => {
      this.end(null);
    });
    try {
      while (!this.#isEnded) {
        const next = await iterator.next();
        if (next.done === true) break;
        const { result, id } = await answers.toResult(next.value);
        await events.send({ event: 'next', data: JSON.stringify(result), id });
      }
      if (this.#lastWord) await finishStream(events, answers.toFailure(this.#lastWord));
      else if (!this.#isEnded) await finishStream(events, null);
    } catch (error) {
      await finishStream(events, answers.toFailure(error));
    } finally {
      await iterator.return?.();
      events.end();
    }
  }
}

/** @param result the last one; null: none */
export async function finishStream(events: EventStream, result: unknown): Promise<void> {
  if (result !== null) await events.send({ event: 'next', data: JSON.stringify(result), id: null });
  await events.send({ event: 'complete', data: '', id: null });
  events.end();
}
