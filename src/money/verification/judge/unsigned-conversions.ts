import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import { dayMs } from '../../../time';
import { hourIdOf } from '../../../hour';
import type { ClickOfCase, UnsignedCounts } from './conversion-rule';

type Counted = Pick<
  RecordedConversion,
  'conversionId' | 'advertiserId' | 'occurredAt' | 'evidence' | 'remoteAddress'
>;

/** Says that a conversion came by a link that anybody can call. A conversion that was recorded before this was noted is none. */
export function isUnsigned({ evidence }: Pick<RecordedConversion, 'evidence'>): boolean {
  return evidence === 'none' || evidence === 'other_network';
}

/** The key that counts accepted unsigned conversions of a definition and day; null: the conversion is not counted. */
export function dayKeyOf(conversion: Counted): string | null {
  if (!isUnsigned(conversion)) return null;
  const { conversionId, occurredAt } = conversion;
  return `conversion:${conversionId}:${Math.floor(occurredAt.getTime() / dayMs)}`;
}

/** The key that counts unsigned conversions without a click by advertiser, hour and network; null: the conversion is not counted. */
function networkKeyOf(conversion: Counted): string | null {
  const { advertiserId, occurredAt, evidence, remoteAddress } = conversion;
  if (evidence !== 'other_network' || remoteAddress === undefined) return null;
  return `${advertiserId}:${hourIdOf(occurredAt)}:converting:${remoteAddress}`;
}

/** The keys of the counts that an accepted conversion is in. */
export function countsOf(conversion: Counted, hasClick: boolean): readonly string[] {
  const keys = [dayKeyOf(conversion), hasClick ? null : networkKeyOf(conversion)];
  return keys.filter((key) => key !== null);
}

export function unsignedCountsOf(
  conversion: Counted,
  countOf: (key: string) => number,
): UnsignedCounts {
  const [day, network] = [dayKeyOf(conversion), networkKeyOf(conversion)];
  return {
    day: day === null ? 0 : countOf(day),
    network: network === null ? 0 : countOf(network),
  };
}

/** Clicks in the cases of a conversion: of the same campaign, and from before the conversion. */
export function clicksOf(
  { campaignId, cases, occurredAt }: RecordedConversion,
  clicks: ReadonlyMap<string, readonly ClickOfCase[]>,
): readonly ClickOfCase[] {
  return cases
    .flatMap(({ caseId }) => clicks.get(caseId) ?? [])
    .filter((click) => click.campaignId === campaignId && click.occurredAt <= occurredAt);
}
