import { hourOf } from '../../../hour';
import type { UnpaidEarnings } from '../../books/earnings.store';
import type { PaymentContext } from '../payment.context';
import type { DuePage, DuePayee } from './due-page';
import { type EarningPayee, judgeEarnings } from './earning-payees.service';
import type { DueTerms } from './final-hours.service';
import type { Payee } from './payee.store';

/** As many as one transaction pays: what comes behind them is read when it is wanted. */
const pageSize = 500;

/** With so many hours that are final and kept still they are forgotten. */
const mostOldHours = 48;

/** Everybody whose earnings are due, in the order of ids. */
export function eachDuePage(
  ctx: PaymentContext,
  terms: DueTerms,
  { isWaitingLeftOut = false }: { readonly isWaitingLeftOut?: boolean } = {},
): AsyncGenerator<DuePage, void> {
  return judge(ctx, terms, readEarning(ctx, terms.until, isWaitingLeftOut));
}

/** The due payees who are noted as waiting, the longest first. */
export function eachWaitingPage(
  ctx: PaymentContext,
  terms: DueTerms,
): AsyncGenerator<DuePage, void> {
  return judge(ctx, { ...terms, isScarce: true }, readWaiting(ctx, terms.until));
}

/** Earnings as they are read at once, in the order of the page, and the payees of all of them. */
interface EarningsPage {
  readonly earnings: readonly UnpaidEarnings[];
  readonly payees: ReadonlyMap<string, Payee>;
  /** Accounts of which the books keep many hours that are final. */
  readonly withOldHours: readonly string[];
}

async function* readEarning(
  { books, payees: stored, now }: PaymentContext,
  until: Date | null,
  isWaitingLeftOut: boolean,
): AsyncGenerator<EarningsPage, void> {
  for (let afterId: string | null = null; ; ) {
    const page: readonly UnpaidEarnings[] = await books.listEarnings(
      { afterId, limit: pageSize },
      { until, now: now() },
    );
    const payees = await stored.listByIds(page.map(({ accountId }) => accountId));
    const isLeftOut = (id: string) => isWaitingLeftOut && payees.get(id)?.dueSince != null;
    const old = page.filter(({ oldHours }) => oldHours > mostOldHours);
    yield {
      earnings: page.filter(({ accountId }) => !isLeftOut(accountId)),
      payees,
      withOldHours: old.map(({ accountId }) => accountId),
    };
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    afterId = last.accountId;
  }
}

async function* readWaiting(
  { books, payees: stored, now }: PaymentContext,
  until: Date | null,
): AsyncGenerator<EarningsPage, void> {
  for (let after: Payee | null = null; ; ) {
    const page: readonly Payee[] = await stored.listWaiting(after, pageSize);
    const ids = page.map(({ accountId }) => accountId);
    const found = await books.listEarningsOf(ids, { until, now: now() });
    const byAccount = new Map(found.map((one) => [one.accountId, one]));
    yield {
      earnings: ids.flatMap((id) => byAccount.get(id) ?? []),
      payees: new Map(page.map((payee) => [payee.accountId, payee])),
      withOldHours: [],
    };
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}

async function* judge(
  ctx: PaymentContext,
  terms: DueTerms,
  pages: AsyncIterable<EarningsPage>,
): AsyncGenerator<DuePage, void> {
  const sender = ctx.config.ledgerAddress;
  for await (const { earnings, payees, withOldHours } of pages) {
    const judged = await judgeEarnings(ctx, { sender, earnings, payees });
    yield toPage(judged, { ...terms, now: ctx.now() }, withOldHours);
  }
}

interface Look extends DueTerms {
  readonly now: Date;
}

/** Most of those who are due are paid at once, and need no note. */
function toPage(
  judged: readonly EarningPayee[],
  { now, isScarce, until }: Look,
  withOldHours: readonly string[],
): DuePage {
  const due: DuePayee[] = [];
  const newlyUnpaid: string[] = [];
  const newlyDue: string[] = [];
  const notDue: string[] = [];
  for (const one of judged) {
    const { accountId, address, payable: amount, unpaidSince, dueSince, unpaid: reason } = one;
    if (unpaidSince === null && (reason !== null || isScarce)) newlyUnpaid.push(accountId);
    if (dueSince === null && reason === null && isScarce) newlyDue.push(accountId);
    if (dueSince !== null && reason !== null) notDue.push(accountId);
    if (reason !== null || address === null) continue;
    const isNoted = isScarce || unpaidSince !== null || dueSince !== null;
    const since = { waitingSince: dueSince ?? now, earnedFrom: unpaidSince ?? now };
    due.push({ ...{ accountId, address, amount }, ...since, isNoted, withdrawalId: null });
  }
  const forget = { accountIds: withOldHours, before: until ?? hourOf(now) };
  return { due, notes: { at: now, newlyUnpaid, newlyDue, notDue, forget } };
}
