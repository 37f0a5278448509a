import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { parseConfig } from '../../../src/config';
import type { ServiceContext } from '../../../src/api/context';
import { partitions } from '../../../src/market/events/event';
import { verifyPartition } from '../../../src/money/verification/judge/verify.service';
import { openDatabase } from '../../../src/platform/database/connection';
import { createServiceContext } from '../../../src/assembly/service-context';
import { type Chance, createChance } from './chance';

/**
 * A gateway's verification, in a process that can be killed. It gets a simulated time by each line of its input,
 * verifies all that is due by then, and answers `done`. Its stores fail now and then, before they did their work or
 * after it.
 */
class SimulatedFault extends Error {
  override readonly name = 'SimulatedFault';
}

const faultyStores = [
  'verification',
  'conversionVerification',
  'caseTallies',
  'campaignHours',
  'books',
  'campaigns',
  'creatives',
  'sites',
  'accounts',
  'rates',
] as const;

function withFaults<Store extends object>(
  store: Store,
  chance: Chance,
  probability: number,
): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...params: unknown[]) => {
        if (chance.happens(probability / 2)) throw new SimulatedFault('before');
        const result: unknown = await Reflect.apply(member, target, params);
        if (chance.happens(probability / 2)) throw new SimulatedFault('after');
        return result;
      };
    },
  });
}

/** 10^-11 USD. No finds are made here, so nothing is for sale: by these an account has too little for a view. */
const priceOfAll = {
  rpm: 5,
  offerCost: 500_000_000n,
  viewPrice: 500_000_000n,
  clickPrice: 1_500_000_000n,
};

async function main([uri, seed, probability]: readonly string[]) {
  const clock = { now: new Date(0) };
  const db = await openDatabase(uri!);
  const config = parseConfig(process.env);
  const steady = await createServiceContext(db, config, {
    log: pino({ level: 'silent' }),
    publicUrl: 'http://127.0.0.1:1',
    now: () => clock.now,
  });
  const chance = createChance(Number(seed));
  const stores = faultyStores.filter((name) => name in steady);
  const ctx: ServiceContext = {
    ...steady,
    inventory: { ...steady.inventory, priceOf: () => priceOfAll, priceAt: () => priceOfAll },
    ...Object.fromEntries(
      stores.map((name) => [name, withFaults<object>(steady[name], chance, Number(probability))]),
    ),
  };
  console.log('ready');
  for await (const line of createInterface(process.stdin)) {
    clock.now = new Date(line);
    // Two processes that meet at the same piece of work would do so all the time.
    for (const partition of chance.shuffle(partitions))
      await persist(() => verifyPartition(ctx, partition));
    console.log('done');
  }
  await db.close();
}

const mostAttempts = 50;

/** As the clockwork does: what fails is done again. */
async function persist(work: () => Promise<unknown>): Promise<void> {
  for (let attempts = 1; ; attempts += 1)
    try {
      await work();
      return;
    } catch (error) {
      const { name, message } = error as Error;
      console.log(`failed ${name}: ${message}`);
      if (attempts > mostAttempts) throw error;
      await pause(5);
    }
}

void main(process.argv.slice(2));
