import { type Amount, toApproximateNumber } from '../../amount';
import type { ServiceContext } from '../../api/context';
import type { Metrics } from '../../http/metrics';
import {
  type Announcing,
  readBroadcastTime,
} from '../../money/payments/broadcast/may-broadcast.service';
import { withTimeout } from '../../with-timeout';
import { addStoredGauge, metricsTimeoutMs } from './stored-gauge';
import { assertPresent } from '../../present';

/** For so long what the wallet has said is shown without asking it again. */
const freshMs = 15_000;

type LedgerContext = Pick<
  ServiceContext,
  'ledger' | 'now' | 'paymentBatches' | 'readLastBroadcast' | 'settlements'
> &
  Announcing;

/** The wallet when it was last asked; its balance is null where it did not answer. Unit: 10^-11 coins. */
interface WalletSight {
  readonly balance: Amount | null;
  readonly seenAt: number;
}

/** Shows whether the ledger answers and payments are made; nothing where this gateway pays nobody. */
export function watchLedger(metrics: Metrics, ctx: LedgerContext): void {
  const look = createWalletWatch(ctx);
  const isPaying = ctx.ledger !== null;
  /** @param read undefined: it is not known */
  const gauge = (
    name: string,
    help: string,
    aggregator: 'min' | 'max',
    read: () => Promise<number | undefined>,
  ) => {
    const readIfPaying = async () => (isPaying ? ((await read()) ?? null) : null);
    addStoredGauge(metrics, { name, help, aggregator }, readIfPaying);
  };
  gauge(
    'adgate_ledger_up',
    '1 while the wallet answers with its account, else 0.',
    'min',
    async () => {
      const sight = await look();
      return sight && (sight.balance === null ? 0 : 1);
    },
  );
  gauge('adgate_ledger_balance_coins', 'Coins in the account that pays.', 'min', async () => {
    const balance = (await look())?.balance ?? null;
    return balance === null ? undefined : toApproximateNumber(balance);
  });
  gauge(
    'adgate_payment_pending_seconds',
    'For how long the ledger has not decided on the payment that waits longest; 0: none waits.',
    'max',
    async () => {
      const open = await ctx.paymentBatches.listOpen();
      const prepared = open.flatMap((one) => (one.kind === 'broadcast' ? [] : [+one.preparedAt]));
      return prepared.length === 0 ? 0 : (+ctx.now() - Math.min(...prepared)) / 1_000;
    },
  );
  gauge(
    'adgate_broadcast_age_seconds',
    'For how long a block has had the last broadcast of this server; missing while none has, or no more are to be sent.',
    'min',
    async () => {
      const broadcastAt = await readBroadcastTime(ctx);
      return broadcastAt === null ? undefined : (+ctx.now() - +broadcastAt) / 1_000;
    },
  );
  gauge(
    'adgate_settlement_stopped',
    '1 while payments are paused, or not all that are due can be made, else 0.',
    'max',
    async () => {
      const { pausedReason, problem } = await ctx.settlements.get();
      return pausedReason === null && problem === null ? 0 : 1;
    },
  );
  gauge(
    'adgate_settlement_failing_seconds',
    'For how long every turn of settlement has failed; 0: the last one has not.',
    'max',
    async () => secondsSince(ctx, (await ctx.settlements.get()).failure),
  );
  gauge(
    'adgate_payment_undecided_seconds',
    'For how long there have been payments that nothing on the ledger decides; 0: there are none.',
    'max',
    async () => secondsSince(ctx, (await ctx.settlements.get()).undecided),
  );
}

/** For how long something has been so; 0: it is not. */
const secondsSince = ({ now }: LedgerContext, found: { readonly since: Date } | null): number =>
  found === null ? 0 : (+now() - +found.since) / 1_000;

/** Asks the wallet as somebody looks, once at a time; what is slow is shown at the next look. */
function createWalletWatch({ ledger, now }: LedgerContext) {
  let last: WalletSight | undefined;
  let asking: Promise<void> | null = null;
  const ask = async () => {
    const balance = await assertPresent(ledger, 'a gateway that pays has a ledger')
      .readOwnAccount()
      .then(
        (account) => account.balance,
        () => null,
      );
    last = { balance, seenAt: now().getTime() };
  };
  return async (): Promise<WalletSight | undefined> => {
    if (last === undefined || now().getTime() - last.seenAt >= freshMs) {
      asking ??= ask().finally(() => {
        asking = null;
      });
      await withTimeout(asking, metricsTimeoutMs / 2).catch(() => undefined);
    }
    return last;
  };
}
