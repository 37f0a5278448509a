import { type Amount, maxPrice } from '../../amount';
import type { CampaignTargeting } from '../../demand/taxonomy/taxonomy';
import { isRecord } from '../../record';
import { isHttpUrl } from '../../validation';
import { LeftOut, type LeftOutReason } from './left-out';
import { type ListedMembers, readListedText, readTheirId } from './listed-members';
import { readTargeting } from './listed-targeting';
import { lastSecond } from '../stored-times';
import { parseTime } from '../../time';

/** A campaign as a peer lists it, without its creatives. */
export interface ListedCampaign {
  /** The peer’s own id: 32 lower-case hex digits. */
  readonly theirId: string;
  readonly landingUrl: string;
  readonly medium: string;
  readonly vendor: string | null;
  readonly startsAt: Date;
  /** null: it has no end. */
  readonly endsAt: Date | null;
  /** USD for 1,000 views at most, and for a click; 0: its server sets the price. */
  readonly maxCpm: Amount;
  readonly maxCpc: Amount;
  readonly hourlyBudget: Amount;
  readonly targeting: CampaignTargeting;
}

const mostUrlLength = 1_024;
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\+00:00|Z)$/;
/** Vendors of the metaverse, with the domain that the scenes of each are in; null: any. */
const vendorDomains: Readonly<Record<string, string | null>> = {
  decentraland: 'decentraland.org',
  cryptovoxels: 'cryptovoxels.com',
  polkacity: 'polkacity.io',
  milc: null,
};

/** @throws {LeftOut} @see docs/peers.md §6 */
export function readCampaign(value: unknown): ListedCampaign {
  if (value === undefined) throw new LeftOut('too_large');
  if (!isRecord(value)) throw new LeftOut('no_object');
  const theirId = readTheirId(value['id']);
  const landingUrl = readListedText(value['landing_url'], mostUrlLength, 'landing_url');
  if (!isHttpUrl(landingUrl)) throw new LeftOut('landing_url');
  for (const name of ['created_at', 'updated_at']) readTime(value[name]);
  const startsAt = readTime(value['date_start']);
  const endsAt = value['date_end'] === null ? null : readTime(value['date_end']);
  if (endsAt !== null && endsAt <= startsAt) throw new LeftOut('dates');
  const hourlyBudget = readAmount(value['budget'], 'budget');
  if (hourlyBudget === 0n) throw new LeftOut('budget');
  const targeting = readTargeting(value['targeting_requires'], value['targeting_excludes']);
  return {
    ...{ theirId, landingUrl, startsAt, endsAt, hourlyBudget, targeting },
    ...readMedium(value, targeting),
    maxCpm: readPrice(value['max_cpm']),
    maxCpc: readPrice(value['max_cpc']),
  };
}

function readTime(value: unknown): Date {
  const time = typeof value === 'string' && timeForm.test(value) ? parseTime(value) : null;
  if (time === null || time.getTime() < 0 || time > lastSecond) throw new LeftOut('dates');
  return time;
}

/** null: the peer sets the price. */
const readPrice = (value: unknown): Amount => (value === null ? 0n : readAmount(value, 'price'));

/** A whole number of 10^-11 USD. Where a double has not all of its digits, the peer has rounded it. */
function readAmount(value: unknown, reason: LeftOutReason): Amount {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) {
    const amount = BigInt(value);
    if (amount <= maxPrice) return amount;
  }
  throw new LeftOut(reason);
}

function readMedium(
  { medium, vendor }: ListedMembers,
  targeting: CampaignTargeting,
): Pick<ListedCampaign, 'medium' | 'vendor'> {
  if (medium === undefined || medium === null) return mediumOf(targeting);
  const name = vendor ?? null;
  if (medium === 'web' && name === null) return { medium, vendor: null };
  if (medium === 'metaverse') {
    if (name === null) return { medium, vendor: null };
    const known = Object.keys(vendorDomains).find((one) => one === name);
    if (known !== undefined) return { medium, vendor: known };
  }
  throw new LeftOut('medium');
}

/** A campaign of a server from before there were media: of the metaverse where all of its sites are. */
function mediumOf({ requires }: CampaignTargeting): Pick<ListedCampaign, 'medium' | 'vendor'> {
  const domains = requires.site['domain'] ?? [];
  const isWithin = (domain: string, of: string) => domain === of || domain.endsWith(`.${of}`);
  for (const [vendor, of] of Object.entries(vendorDomains))
    if (of !== null && domains.length > 0 && domains.every((domain) => isWithin(domain, of)))
      return { medium: 'metaverse', vendor };
  return { medium: 'web', vendor: null };
}
