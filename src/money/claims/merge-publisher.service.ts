import type { Account } from '../../identity/accounts/account';
import type { Site } from '../../supply/sites/site.resource';
import { operatorsSiteStatuses } from '../../supply/sites/site.resource';
import { createId } from '../../id';
import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { type Book, earningsOf, fundsOf } from '../books/book';
import type { JournalLine } from '../books/journal-entry';
import { payableUntil } from '../payments/due/final-hours.service';
import type { ClaimContext } from './claim.context';

const pageSize = 100;

/**
 * Brings along what publishers have whose addresses were claimed. Every step stands by itself and may be done again; what
 * they still get afterwards, by finds and events that were under way, is brought along by a later turn.
 */
export async function mergeClaimedPublishers(
  ctx: ClaimContext,
  signal: AbortSignal,
): Promise<void> {
  for (let after: Account | null = null; ; ) {
    const page: readonly Account[] = await ctx.accounts.listMerged(after, pageSize);
    for (const merged of await havingSomething(ctx, page)) {
      signal.throwIfAborted();
      await mergePublisher(ctx, merged);
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last;
  }
}

/** Those that have a site, or money: nearly all have brought everything along, and they are kept for good. */
async function havingSomething(
  { sites, books }: ClaimContext,
  merged: readonly Account[],
): Promise<readonly Account[]> {
  const ids = merged.map(({ id }) => id);
  const withSite = await sites.listPublishersAmong(ids);
  const balances = await books.balancesOf(ids.flatMap((id) => [earningsOf(id), fundsOf(id)]));
  const hasMoney = (id: string) =>
    [earningsOf(id), fundsOf(id)].some((book) => balances.get(book) !== 0n);
  return merged.filter(({ id }) => withSite.has(id) || hasMoney(id));
}

/** Brings along sites, placements and money of one. What an operator has stopped stays where it is. */
export async function mergePublisher(ctx: ClaimContext, merged: Account): Promise<void> {
  const { id, mergedIntoId, suspendedReason } = merged;
  if (mergedIntoId === null || suspendedReason !== null) return;
  for (let afterId: string | null = null; ; ) {
    const page: readonly Site[] = await ctx.sites.listAll(
      { publisherId: id },
      { first: pageSize, afterId },
    );
    for (const site of page) await moveSite(ctx, site, mergedIntoId);
    const last = page.at(-1);
    if (!last || page.length < pageSize) break;
    afterId = last.id;
  }
  await movePockets(ctx, { from: id, to: mergedIntoId });
}

/** Asked in each transaction that moves something: what was read before may have changed since. */
async function isSuspended(
  { accounts }: ClaimContext,
  id: string,
  session: DatabaseSession,
): Promise<boolean> {
  return (await accounts.listPayable([id], session)).get(id)?.suspendedReason != null;
}

/** The same of money, which operators may hold alone. */
async function isHeld(ctx: ClaimContext, id: string, session: DatabaseSession): Promise<boolean> {
  const { heldReason } = await ctx.payees.lock(id, session);
  return heldReason !== null || (await isSuspended(ctx, id, session));
}

/**
 * Makes a site another publisher's. Where that one has a site of the host, its placements move there: their ids, which
 * pages may name, stay.
 */
async function moveSite(ctx: ClaimContext, site: Site, publisherId: string): Promise<void> {
  for (;;) {
    const isDone = await ctx.inTransaction(async (session) => {
      if (await isSuspended(ctx, site.publisherId, session)) return true;
      const { host } = site;
      const other = await ctx.sites.keepForGood({ publisherId, host }, session);
      if (other?.id === site.id) return true;
      if (!other) {
        if (await ctx.sites.changePublisher(site, publisherId, session))
          await ctx.placements.changePublisher(site.id, publisherId, session);
        return true;
      }
      if (operatorsSiteStatuses.includes(site.status)) return true;
      const placements = await ctx.placements.listOfSite(site.id, pageSize, session);
      for (const placement of placements)
        await ctx.placements.moveToSite(placement, other, session);
      return placements.length < pageSize;
    });
    if (isDone) return;
  }
}

async function movePockets(
  ctx: ClaimContext,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const bookOf of [earningsOf, fundsOf]) {
    const book = bookOf(from);
    if ((await ctx.books.balanceOf(book)) === 0n) continue;
    const id = `claimed:${createId(ctx)}`;
    const at = ctx.now();
    await ctx.inTransaction(async (session) => {
      // Two moves at once meet at this balance: the second finds nothing left.
      const amount = await ctx.books.balanceOf(book, session);
      if (amount === 0n || (await isHeld(ctx, from, session))) return;
      const lines = await linesOf(ctx, { from: book, to: bookOf(to), amount }, session);
      await ctx.books.post([{ id, kind: 'transfer', at, lines, memo: null }], session);
      if (bookOf === earningsOf) await moveHolds(ctx, { from, to }, session);
    });
  }
}

/** Earnings of hours that may not be final wait for those hours there, too. */
async function linesOf(
  ctx: ClaimContext,
  { from, to, amount }: { readonly from: Book; readonly to: Book; readonly amount: Amount },
  session: DatabaseSession,
): Promise<readonly JournalLine[]> {
  const until = payableUntil(ctx, await ctx.settlements.get());
  const hours = (await ctx.books.listHours(from, session)).filter(
    ({ hour }) => until !== null && hour >= until,
  );
  const rest = hours.reduce((left, hour) => left - hour.amount, amount);
  return [{ amount: rest }, ...hours]
    .filter((part) => part.amount !== 0n)
    .flatMap((part) => [
      { ...part, book: to },
      { ...part, book: from, amount: -part.amount },
    ]);
}

/** Earnings under review stay so, whoever has them. */
async function moveHolds(
  { books }: ClaimContext,
  { from, to }: { readonly from: string; readonly to: string },
  session: DatabaseSession,
): Promise<void> {
  const holds = await books.findHolds(from, session);
  if (Object.keys(holds).length === 0) return;
  const theirs = await books.findHolds(to, session);
  await books.saveHolds(to, { ...theirs, ...holds }, session);
  await books.saveHolds(from, {}, session);
}
