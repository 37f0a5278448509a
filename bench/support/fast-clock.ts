import * as timers from 'node:timers';
import * as promises from 'node:timers/promises';

/**
 * Lets a process live faster: its clock and its timers run so many times as fast as the machine's. Preloaded
 * (`node --require`) into each process that a bench starts.
 */

/** How many times as fast, and since when: Unix milliseconds. */
export interface FastClock {
  readonly speed: number;
  readonly since: number;
}

const machineNow = Date.now.bind(Date);

export const fastNow = ({ speed, since }: FastClock): number =>
  since + (machineNow() - since) * speed;

/** The environment of processes that are to live by this clock. */
export const fastEnvironment = ({ speed, since }: FastClock): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--require ${__filename}`,
  BENCH_CLOCK_SPEED: String(speed),
  BENCH_CLOCK_SINCE: String(since),
});

function hurryDate(now: () => number): void {
  globalThis.Date = new Proxy(Date, {
    apply: () => new Date().toString(),
    construct: (target, args: unknown[], asWhat) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, asWhat) as object,
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}

/** Puts a quicker one in the place of a function whose wait is the argument at `place`. */
function hurry(owner: object, name: string, speed: number, place: number): void {
  const timer: unknown = Reflect.get(owner, name);
  if (typeof timer !== 'function') throw new TypeError(`${name} is no function`);
  const quicker = new Proxy(timer, {
    apply(target, self, args: unknown[]) {
      const ms = args[place];
      const given = typeof ms === 'number' ? args.with(place, ms / speed) : args;
      return Reflect.apply(target, self, given) as unknown;
    },
  });
  Reflect.set(owner, name, quicker);
}

const speed = Number(process.env['BENCH_CLOCK_SPEED'] ?? '1');
if (speed !== 1) {
  const since = Number(process.env['BENCH_CLOCK_SINCE']);
  hurryDate(() => Math.floor(fastNow({ speed, since })));
  for (const owner of [globalThis, timers])
    for (const name of ['setTimeout', 'setInterval']) hurry(owner, name, speed, 1);
  for (const name of ['setTimeout', 'setInterval']) hurry(promises, name, speed, 0);
}
