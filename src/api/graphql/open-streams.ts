import type { Logger } from 'pino';
import type { RequestContext, ServiceContext } from '../context';
import { AppError } from '../../errors';
import type { Metrics } from '../../http/metrics';
import type { AccessRule } from '../../identity/access/access-rule';
import type { Viewer } from '../../identity/access/viewer';
import { createSlots } from '../../platform/limits/slots';
import { type Caller, listLetIn } from '../../identity/oauth/tokens/caller';
import { createRequestContext } from '../request-context';
import { assertMayRun } from './access-rules';

/** A subscription that is answered. */
export interface OpenStream extends Caller {
  /** As it is now: what its answers are resolved in. */
  context: RequestContext;
  /** The rules that the subscription has for its caller. */
  readonly rules: readonly AccessRule[] | null;
  /** Says that we are there, where nothing was said for so long. */
  beat(afterMs: number): void;
  /** @param error what the client is told; null: nothing, so that it connects again by itself */
  end(error: AppError | null): void;
}

/** All subscriptions of a gateway. */
export interface OpenStreams {
  /**
   * Takes up one more.
   *
   * @throws {AppError} `TOO_MANY_REQUESTS` when the account has as many as it may; `SERVICE_UNAVAILABLE` when the gateway
   * has, or stops.
   */
  add(stream: OpenStream): void;
  remove(stream: OpenStream): void;
  /** Ends all, and takes no more. */
  close(): void;
}

/** A token that has ended ends its streams within 2 seconds: every gateway hears of it within one. */
const lookEveryMs = 800;
/** Proxies cut connections that are silent for longer, often after 30 or 60 seconds. */
export const beatAfterMs = 12_000;
const retryAfterSeconds = 5;

export function createOpenStreams(
  ctx: ServiceContext,
  options: {
    readonly limits: { readonly ofGateway: number; readonly ofAccount: number };
    readonly metrics: Metrics;
    readonly log: Logger;
  },
): OpenStreams {
  const { limits, log } = options;
  const slots = createSlots({ ...limits, noun: 'streams', retryAfterSeconds });
  /** With what gives their slot back. */
  const streams = new Map<OpenStream, () => void>();
  let isLooking = false;
  let isClosed = false;
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  options.metrics.addGauge({
    name: 'adgate_streams_open',
    help: 'Subscriptions that are answered.',
    collect() {
      this.set(streams.size);
    },
  });

  async function look(): Promise<void> {
    for (const stream of streams.keys()) stream.beat(beatAfterMs);
    if (isLooking || streams.size === 0) return;
    isLooking = true;
    try {
      await endDead([...streams.keys()]);
    } catch (error) {
      log.warn({ err: error }, 'the callers of streams could not be looked up, trying again');
    }
    isLooking = false;
  }

  async function endDead(some: readonly OpenStream[]): Promise<void> {
    const letIn = await listLetIn(ctx, some);
    for (const stream of some) {
      const viewer = letIn.get(stream);
      if (!viewer) stream.end(new AppError('UNAUTHENTICATED', 'the token has ended'));
      else if (viewer.account !== stream.context.viewer?.account) keep(stream, viewer);
    }
  }

  /** Goes on as the account is now. */
  function keep(stream: OpenStream, viewer: Viewer): void {
    stream.context = createRequestContext(ctx, { ...stream.context, viewer });
    try {
      assertMayRun(stream.context, [stream.rules]);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      stream.end(error);
    }
  }

  return {
    add(stream) {
      if (isClosed)
        throw new AppError('SERVICE_UNAVAILABLE', 'the server stops', { retryAfterSeconds });
      streams.set(stream, slots.take(stream.viewer.account.id));
    },
    remove(stream) {
      streams.get(stream)?.();
      streams.delete(stream);
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const stream of streams.keys()) stream.end(null);
    },
  };
}
