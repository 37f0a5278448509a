import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { MisbehaviourParams } from '../../../sidecar/dev-node/misbehaviour/misbehaving-ledger';
import { parseConfig } from '../../../src/config';
import type { ServiceContext } from '../../../src/api/context';
import { earningsOf } from '../../../src/money/books/book';
import type { JournalEntry, JournalLine } from '../../../src/money/books/journal-entry';
import type { PaymentContext } from '../../../src/money/payments/payment.context';
import { settlePayments } from '../../../src/money/payments/settle.service';
import { openDatabase } from '../../../src/platform/database/connection';
import { youngMs } from '../../../src/platform/ledger/replaced-block';
import { createServiceContext } from '../../../src/assembly/service-context';
import { freshDatabase } from '../../support/database';
import { addressOfUser, startLedgerWorld } from './ledger-world';

/** Units of one. */
export const coin = 10n ** 11n;
/** Payments of this time are the newest ones. */
const newestSeconds = 10 * 60;

export interface WorldOptions {
  /** Coins that there are to pay with. */
  readonly funds?: bigint;
  readonly env?: Readonly<Record<string, string>>;
  /** Others are told of it where it is an https URL. */
  readonly publicUrl?: string;
  /** Thresholds of the node's misbehaviour. */
  readonly limits?: MisbehaviourParams['limits'];
}

/** A ledger with a paying account, and a gateway's services that pay from it. */
export async function startPayingWorld({
  funds = 1000n,
  env = {},
  publicUrl = 'http://ads.example',
  limits = {},
}: WorldOptions = {}) {
  const ledger = await startLedgerWorld({ funds, limits });
  const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-payments-'));
  const mongodbUri = await freshDatabase();
  const config = parseConfig({
    ADGATE_DATA_DIR: dataFolder,
    ADGATE_LEDGER_ADDRESS: addressOfUser(1),
    ADGATE_WALLET_URL: ledger.walletUrl,
    ADGATE_RELAY_URL: ledger.relayUrl,
    ADGATE_EARNINGS_DELAY: '0',
    ...env,
  });
  const db = await openDatabase(mongodbUri);
  const ctx = await createServiceContext(db, config, {
    log: pino({ level: 'silent' }),
    publicUrl,
    now: () => new Date(ledger.clock.seconds * 1000),
  });
  let fence = 0;
  let booked = 0;

  const world = {
    ctx,
    mongodbUri,
    db,
    ledger,
    /** Takes a turn as a gateway would that has just got the lease. */
    settle: (own: PaymentContext = ctx, signal = new AbortController().signal) =>
      settlePayments(own, { fence: (fence += 1), signal }),
    nextFence: () => (fence += 1),
    /** Lets none but the newest payments stay young: a turn looks at each young one again, so that each one adds steps. */
    letPaymentsAge: () => {
      ledger.passTime(youngMs / 1000 - newestSeconds);
    },
    /** An account that is paid at a user's address of the ledger; others than numbers are taken as they are. */
    addPublisher: async (payout: number | string): Promise<string> => {
      const id = randomBytes(16).toString('hex');
      await ctx.accounts.insert({
        ...{ id, email: null, passwordHash: null, roles: ['publisher'] },
        payoutAddress: typeof payout === 'number' ? `ads:${addressOfUser(payout)}` : payout,
      });
      return id;
    },
    /** @param of what has earned it; default: nothing that is told */
    earn: async (
      accountId: string,
      coins: bigint | string,
      of: Pick<JournalLine, 'siteId' | 'hour'> = {},
    ): Promise<void> => {
      const amount = typeof coins === 'string' ? BigInt(coins) : coins * coin;
      booked += 1;
      const entry: JournalEntry = {
        id: `test:${booked}`,
        kind: 'charge',
        at: ctx.now(),
        memo: null,
        lines: [
          { book: 'outside:deposits', amount: -amount },
          { book: earningsOf(accountId), amount, ...of },
        ],
      };
      await ctx.inTransaction((session) => ctx.books.post([entry], session));
    },
    earningsOf: async (accountId: string): Promise<bigint> => {
      const book = earningsOf(accountId);
      return (await ctx.books.balancesOf([book])).get(book)!;
    },
    outsideAndClearing: async () => {
      const found = await ctx.books.balancesOf(['outside:payments', 'clearing:payments'] as const);
      return { outside: found.get('outside:payments')!, clearing: found.get('clearing:payments')! };
    },
    payments: () => ctx.payments.listAll({}, { first: 1000, afterId: null }),
    statesOf: async (): Promise<readonly string[]> => {
      return (await world.payments()).map(({ state }) => state).sort();
    },
    async close() {
      await db.close();
      await ledger.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
  return world;
}

export type PayingWorld = Awaited<ReturnType<typeof startPayingWorld>>;

/** A context whose calls to the ledger, to stores and of transactions are counted, and die at one of them. */
export function dyingContext(
  ctx: ServiceContext,
  dieAt: number,
): { ctx: ServiceContext; steps(): number } {
  let steps = 0;
  const step = () => {
    steps += 1;
    if (steps === dieAt) throw new Error('killed by the test');
  };
  async function* countedPages(pages: () => AsyncIterable<unknown>): AsyncGenerator<unknown, void> {
    step();
    for await (const page of pages()) {
      step();
      yield page;
      step();
    }
  }
  const counted = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get(owner, name, receiver): unknown {
        const member: unknown = Reflect.get(owner, name, receiver);
        if (typeof member !== 'function') return member;
        if (name === 'readLog' || name === 'stream')
          return (...args: unknown[]) =>
            countedPages(() => Reflect.apply(member, owner, args) as AsyncIterable<unknown>);
        return async (...args: unknown[]) => {
          step();
          const result: unknown = await Reflect.apply(member, owner, args);
          step();
          return result;
        };
      },
    });
  return {
    ctx: {
      ...ctx,
      ledger: counted(ctx.ledger!),
      settlements: counted(ctx.settlements),
      deposits: counted(ctx.deposits),
      peerReceipts: counted(ctx.peerReceipts),
      awaitedTransfers: counted(ctx.awaitedTransfers),
      addressClaims: counted(ctx.addressClaims),
      sites: counted(ctx.sites),
      placements: counted(ctx.placements),
      transferOrders: counted(ctx.transferOrders),
      peerSettings: counted(ctx.peerSettings),
      payees: counted(ctx.payees),
      remittances: counted(ctx.remittances),
      peerEarnings: counted(ctx.peerEarnings),
      paymentBatches: counted(ctx.paymentBatches),
      payments: counted(ctx.payments),
      withdrawals: counted(ctx.withdrawals),
      async inTransaction(work) {
        step();
        const result = await ctx.inTransaction(work);
        step();
        return result;
      },
    },
    steps: () => steps,
  };
}
