import { unclaimedPublisherId } from '../../identity/accounts/account';
import type { IdentityMembers } from '../../identity/identity.members';
import { hourIdOf, hourOfId } from '../../hour';
import { listHeldHours } from '../../money/held-hours/held-hour.service';
import type { HeldHourContext } from '../../money/held-hours/held-hour.context';
import { keysOf } from '../../record';
import type { DatabaseSession } from '../../platform/database/transaction';
import { hourMs } from '../../time';
import { RollUps } from '../statistics/roll-ups/roll-up';
import type { StatisticsContext } from '../statistics/statistics.context';
import { addFigures, figuresOfHour, type HourFigures, noTraffic } from './hour-figures';
import { type OddShapeName, oddShapes, type PastTraffic } from './odd-shapes';

type Context = HeldHourContext &
  Pick<StatisticsContext, 'inTransaction' | 'rollUps'> &
  Pick<IdentityMembers, 'accounts'>;

/** An hour of a site whose traffic has an odd shape. */
export interface SuspiciousHour extends HourFigures {
  readonly siteId: string;
  readonly host: string;
  /** The account that earns. */
  readonly publisherId: string;
  readonly hour: Date;
  readonly shapes: readonly OddShapeName[];
  /** True where the operator reviews it already. */
  readonly isHeld: boolean;
}

/** Days before the first hour by which a site's usual traffic is known. */
const pastHours = 7 * 24;

interface SiteTraffic {
  past: PastTraffic;
  readonly hours: { readonly hour: number; readonly figures: HourFigures }[];
}

/**
 * Hours of sites whose traffic has an odd shape, the sites with most accepted views first. Sites of other servers, and of
 * nobody, are left out: nothing of these is held. Its memory grows with the sites that showed something.
 *
 * @param range full clock hours
 */
export async function listSuspiciousHours(
  ctx: Context,
  range: { readonly from: Date; readonly to: Date },
): Promise<readonly SuspiciousHour[]> {
  const traffic = await readTraffic(ctx, range);
  const held = new Set(
    (await listHeldHours(ctx)).map(({ siteId, hour }) => `${siteId} ${hour.getTime()}`),
  );
  const found: SuspiciousHour[] = [];
  for (const [siteId, { past, hours }] of traffic) {
    const odd = hours.flatMap(({ hour, figures }) => {
      const shapes = keysOf(oddShapes).filter((name) => oddShapes[name].isOdd(figures, past));
      return shapes.length > 0 ? [{ ...figures, hour: hourOfId(hour), shapes }] : [];
    });
    if (odd.length === 0) continue;
    const site = await ctx.sites.findById(siteId);
    if (!site || (await isUnpaid(ctx, site.publisherId))) continue;
    const { host, publisherId } = site;
    for (const one of odd)
      found.push({
        ...{ siteId, host, publisherId, ...one },
        isHeld: held.has(`${siteId} ${one.hour.getTime()}`),
      });
  }
  return found.sort((one, other) => other.validViews - one.validViews);
}

async function isUnpaid({ accounts }: Context, publisherId: string): Promise<boolean> {
  if (publisherId === unclaimedPublisherId) return true;
  return (await accounts.listPayable([publisherId])).get(publisherId)?.peerAddress != null;
}

/** By site. */
async function readTraffic(
  ctx: Context,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<string, SiteTraffic>> {
  const [first, end] = [hourIdOf(from), hourIdOf(to)];
  const sites = new Map<string, SiteTraffic>();
  for (let hour = first - pastHours; hour < end; hour += 1) {
    // One for each hour: the database ends transactions that last for a minute.
    const figuresOf = await ctx.inTransaction((session) => readHour(ctx, hour, session));
    for (const [siteId, figures] of figuresOf)
      note(sites, siteId, { hour, figures, isPast: hour < first });
  }
  return sites;
}

/** An hour is summed up before it is looked at: a publisher's roll-up may be stored in layers. */
async function readHour(
  { rollUps }: Context,
  hour: number,
  session: DatabaseSession,
): Promise<readonly (readonly [siteId: string, HourFigures])[]> {
  const family = 'publisher';
  const query = { family, ownerIds: null, fromHour: hour, toHour: hour + 1 } as const;
  const all = new RollUps([family]);
  for await (const some of rollUps.stream(query, ['site'], session))
    for (const { ownerId, sections } of some) all.addStored({ family, ownerId, hour }, sections);
  return [...all.byId.values()].flatMap((rollUp) =>
    // The row of all that is beyond the most rows is of no site.
    [...(rollUp.sections.get('site') ?? [])].flatMap(([siteId, cells]) =>
      siteId === '' ? [] : [[siteId, figuresOfHour(cells)] as const],
    ),
  );
}

function note(
  sites: Map<string, SiteTraffic>,
  siteId: string,
  of: { readonly hour: number; readonly figures: HourFigures; readonly isPast: boolean },
): void {
  const { hour, figures, isPast } = of;
  let site = sites.get(siteId);
  if (!site)
    sites.set(siteId, (site = { past: { ...noTraffic, hours: 0, mostViews: 0 }, hours: [] }));
  if (!isPast) site.hours.push({ hour, figures });
  else if (figures.validViews > 0) {
    const { hours, mostViews, ...past } = site.past;
    site.past = {
      ...addFigures(past, figures),
      hours: hours + 1,
      mostViews: Math.max(mostViews, figures.validViews),
    };
  }
}

/** The last two days that are over, as what they earned is paid soon. @param now in any hour */
export const latelyOver = (now: Date): { readonly from: Date; readonly to: Date } => {
  const to = hourOfId(hourIdOf(now));
  return { from: new Date(to.getTime() - 48 * hourMs), to };
};
