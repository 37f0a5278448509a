import type { RecordedConversion } from '../../../market/recorded-conversions/recorded-conversion';
import { dayMs } from '../../../time';
import { hourIdOf } from '../../../hour';
import type { ClickOfCase, UnsignedCounts } from './conversion-rule';

type Counted = Pick<
  RecordedConversion,
  'conversionId' | 'advertiserId' | 'occurredAt' | 'evidence' | 'remoteAddress'
>;

/** Says that the conversion came by a link that anybody can call, and was recorded when this was noted already. */
export function isUnsigned({ evidence }: Pick<RecordedConversion, 'evidence'>): boolean {
  return evidence === 'none' || evidence === 'other_network';
}

/** The key that accepted unsigned ones of a definition and day are counted by; null: not counted. */
export function dayKeyOf(conversion: Counted): string | null {
  if (!isUnsigned(conversion)) return null;
  const { conversionId, occurredAt } = conversion;
  return `conversion:${conversionId}:${Math.floor(occurredAt.getTime() / dayMs)}`;
}

/** The key that those without a click are counted by, of an advertiser, hour and network; null: not counted. */
function networkKeyOf(conversion: Counted): string | null {
  const { advertiserId, occurredAt, evidence, remoteAddress } = conversion;
  if (evidence !== 'other_network' || remoteAddress === undefined) return null;
  return `${advertiserId}:${hourIdOf(occurredAt)}:converting:${remoteAddress}`;
}

/** The counts that an accepted one is in. */
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

/** Clicks in the cases of a conversion, of its campaign, from before it. */
export function clicksOf(
  { campaignId, cases, occurredAt }: RecordedConversion,
  clicks: ReadonlyMap<string, readonly ClickOfCase[]>,
): readonly ClickOfCase[] {
  return cases
    .flatMap(({ caseId }) => clicks.get(caseId) ?? [])
    .filter((click) => click.campaignId === campaignId && click.occurredAt <= occurredAt);
}
