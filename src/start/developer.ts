import { createChannel } from '../platform/process/channel';
import type { ReadyGateway } from './ready-gateway';

/** The program that has forked this process: `npm run dev`. */
export interface Developer {
  tellReady(ready: ReadyGateway): Promise<void>;
}

/** Says that `npm run dev` has started a process: others fork `npm start`, too, and may leave it. */
export const developerArgument = '--dev';

export const isForDeveloper = (): boolean => process.argv.includes(developerArgument);

/**
 * Puts this process under `npm run dev`: the gateway is replaced when that asks for it, and all drains when that is gone.
 *
 * @param reload replaces the gateway; false: the former one goes on
 * @returns null for `npm start`, which nobody follows
 */
export function followDeveloper({
  reload,
  drain,
}: {
  readonly reload: () => Promise<boolean>;
  readonly drain: (exitCode: number) => void;
}): Developer | null {
  if (!isForDeveloper()) return null;
  const leave = () => {
    drain(0);
  };
  process.once('disconnect', leave);
  // It may have ended while this process was loading.
  if (!process.connected) leave();
  const channel = createChannel(process, { reload });
  return {
    async tellReady({ url, panelLink }) {
      await channel.ask('ready', { url, panelLink });
    },
  };
}
