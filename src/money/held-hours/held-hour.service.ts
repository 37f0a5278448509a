import { AppError, invalid, notFound } from '../../errors';
import { unclaimedPublisherId } from '../../identity/accounts/account';
import type { DatabaseSession } from '../../platform/database/transaction';
import { parseReason } from '../../reason';
import { dayMs, minuteMs } from '../../time';
import { nextHourOf } from '../../hour';
import { type HeldEarnings, heldKeyOf, type StoredHolds } from '../books/held-earnings';
import { findLatestPayments } from '../verification/again/prepared-payments.service';
import type { HeldHourContext } from './held-hour.context';

/** Then it is paid, whatever the review says. @see docs/contract.md §7 */
const longestReviewMs = 7 * dayMs;
/** Clocks of gateways differ by less: no entry of the hour is booked as if it still ran. */
const overForMs = 10 * minuteMs;
/** Reviews that have ended are kept: an hour is reviewed once. By then it is paid. */
const keptMs = 60 * dayMs;

/** A clock hour of a site. */
export interface SiteHour {
  readonly siteId: string;
  /** Its start. */
  readonly hour: Date;
}

/** Earnings under review, and whose they are. */
export interface HeldHour extends HeldEarnings {
  readonly accountId: string;
}

/** All that is under review, by account and hour. */
export const listHeldHours = (ctx: HeldHourContext): Promise<readonly HeldHour[]> =>
  ctx.books.listHeld(ctx.now());

/**
 * Keeps what a site has earned by a clock hour from being paid for 7 days, or until it is released. Verdicts and charges
 * stay; `events verify --apply` may take back what is held.
 *
 * @throws {AppError} `NOT_FOUND` for an unknown site, `VALIDATION_FAILED` for an hour that is not over for 10 minutes, or earned
 * nothing, and for sites of other servers and of nobody, `CONFLICT` for an hour that was reviewed, or that a payment has.
 */
export async function holdHour(
  ctx: HeldHourContext,
  { siteId, hour, reason: text }: SiteHour & { readonly reason: string },
): Promise<HeldHour> {
  const reason = parseReason(text);
  const accountId = await findPublisher(ctx, siteId);
  const at = ctx.now();
  if (at.getTime() < nextHourOf(hour).getTime() + overForMs)
    throw invalid({ hour: ['is not over, or ended less than 10 minutes ago'] });
  const key = heldKeyOf(siteId, hour);
  return ctx.inTransaction(async (session) => {
    const holds = await ctx.books.findHolds(accountId, session);
    if (holds[key]) throw new AppError('CONFLICT', 'this hour of the site was reviewed already');
    await assertUnpaid(ctx, { accountId, siteId, hour }, session);
    const amount = await ctx.books.sumOfSiteHour({ siteId, hour }, session);
    if (amount <= 0n) throw invalid({ hour: ['has earned the site nothing'] });
    const hold = { amount, heldAt: at, until: new Date(at.getTime() + longestReviewMs), reason };
    await ctx.books.saveHolds(accountId, { ...recent(holds, at), [key]: hold }, session);
    return { siteId, hour, accountId, ...hold };
  });
}

/**
 * Ends a review: the earnings are paid as any others.
 *
 * @throws {AppError} `NOT_FOUND` for an unknown site, and an hour that is not under review.
 */
export async function releaseHour(
  ctx: HeldHourContext,
  { siteId, hour }: SiteHour,
): Promise<HeldHour> {
  const accountId = await findPublisher(ctx, siteId);
  const until = ctx.now();
  return ctx.inTransaction(async (session) => {
    const holds = await ctx.books.findHolds(accountId, session);
    const key = heldKeyOf(siteId, hour);
    const hold = holds[key];
    if (!hold || hold.until <= until)
      throw new AppError('NOT_FOUND', 'this hour of the site is not under review');
    await ctx.books.saveHolds(accountId, { ...holds, [key]: { ...hold, until } }, session);
    return { siteId, hour, accountId, ...hold, until };
  });
}

const recent = (holds: StoredHolds, at: Date): StoredHolds =>
  Object.fromEntries(
    Object.entries(holds).filter(([, { until }]) => at.getTime() - until.getTime() < keptMs),
  );

/** The account that is paid for a site. */
async function findPublisher(ctx: HeldHourContext, siteId: string): Promise<string> {
  const site = await ctx.sites.findById(siteId);
  if (!site) throw notFound('site', siteId);
  const { publisherId } = site;
  if (publisherId === unclaimedPublisherId)
    throw invalid({ siteId: ['belongs to nobody: nobody is paid for it'] });
  const account = (await ctx.accounts.listPayable([publisherId])).get(publisherId);
  if (account?.peerAddress != null)
    throw invalid({ siteId: ['is of another server: hold that one (adgate peer deny --hold)'] });
  return publisherId;
}

async function assertUnpaid(
  ctx: HeldHourContext,
  of: SiteHour & { readonly accountId: string },
  session: DatabaseSession,
): Promise<void> {
  const { accountId, siteId, hour } = of;
  const latestPayment = await findLatestPayments(ctx, { publisherIds: [accountId], hour }, session);
  if (latestPayment(accountId, siteId) !== null)
    throw new AppError('CONFLICT', 'a payment with the earnings of this hour is prepared, or made');
}
