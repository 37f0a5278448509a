import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
/** A reload gives up by itself, with a line in the log. */
const reloadTimeoutMs = 120_000;

/**
 * `npm start`, of what was compiled, in a process that drains when this one is gone.
 *
 * @param target where the compiled sources are
 * @param env its settings
 */
export function createProgram(target, env) {
  let running = null;

  async function stop() {
    const { child } = running ?? {};
    running = null;
    if (!child) return;
    if (child.connected) child.disconnect();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }

  return {
    isRunning: () => running !== null,
    stop,
    /** @returns where its gateway is and what opens the panel; null where it ended without, and has said why */
    async start() {
      await stop();
      const child = fork(join(target, 'src/start/main.js'), ['--dev'], {
        env,
        execArgv: ['--enable-source-maps'],
      });
      const ready = Promise.withResolvers();
      const { createChannel } = require(join(target, 'src/platform/process/channel.js'));
      running = { child, channel: createChannel(child, { ready: ready.resolve }) };
      child.once('exit', () => {
        if (running?.child === child) running = null;
        ready.resolve(null);
      });
      const told = await ready.promise;
      // The same address after the next start.
      if (told !== null) env.PORT = new URL(told.url).port;
      return told;
    },
    /** @returns whether a gateway of the new code has taken the place of the former one */
    reload: async () =>
      (await running?.channel.ask('reload', null, reloadTimeoutMs).catch(() => false)) === true,
  };
}
