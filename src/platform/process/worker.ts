import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { isRecord } from '../../record';
import { type Answers, createChannel } from './channel';
import type { ReadyWorker } from './worker-process';

const beside = '--beside=';

/** Tells a worker where others serve already. */
export const besideArgument = (url: string): string => `${beside}${url}`;

/** The process that has started this one as a worker. */
export interface Primary {
  /** Where others serve already: this one takes no connections before it is ready. Null: there are none. */
  readonly besideUrl: string | null;
  tellReady(ready: ReadyWorker): Promise<void>;
  /** @throws when it does not answer. */
  ask(topic: string, value?: unknown): Promise<unknown>;
}

/** Says that this process is one of several that share a port. */
export const isWorker = (): boolean => cluster.isWorker;

/**
 * Puts this process under its primary: it drains when that says so, and leaves to it the signals that terminals and
 * service managers send to all. It ends by itself when the primary does.
 *
 * @param close isReplaced: whether others go on taking requests at this one's port
 */
export function joinPrimary(options: {
  readonly close: (how: { readonly isReplaced: boolean }) => Promise<void>;
  readonly answers: Answers;
  /** The message that is sent when nothing is under way any more. */
  readonly lastWords: () => Promise<unknown>;
  readonly log: Logger;
}): Primary {
  const { close, lastWords, log } = options;
  let isClosing = false;
  const drain = (isReplaced: boolean) => {
    if (isClosing) return;
    isClosing = true;
    log.info({ pid: process.pid, isReplaced }, 'a worker drains');
    const finish = async () => {
      await close({ isReplaced });
      const told = await lastWords().catch(() => undefined);
      // A primary that is gone misses nothing.
      await channel.ask('finished', told).catch(() => undefined);
    };
    finish().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'draining failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', () => {
    drain(false);
  });
  const channel = createChannel(process, {
    ...options.answers,
    drain(value) {
      drain(isRecord(value) && value.isReplaced === true);
    },
  });
  return {
    besideUrl: process.argv.find((arg) => arg.startsWith(beside))?.slice(beside.length) ?? null,
    async tellReady(ready) {
      await channel.ask('ready', ready);
    },
    ask: (topic, value) => channel.ask(topic, value),
  };
}

/** Tells the primary why this worker cannot start. @returns whether it has heard */
export async function tellFailure(reason: string): Promise<boolean> {
  const heard = createChannel(process, {}).ask('failed', { reason });
  return heard.then(
    () => true,
    () => false,
  );
}
