import { parseAmount, toApproximateNumber } from '../../amount';
import { weekHourOf } from '../../demand/campaigns/schedule';
import { LocalHours } from '../frequency/local-hours';
import type { Site } from '../../supply/sites/site.resource';
import { specialFloorOf } from '../../supply/sites/special-floors';

interface KnownFloor {
  readonly country: string | null;
  readonly hours: ReadonlySet<number> | null;
  /** USD per thousand impressions. */
  readonly rpm: number;
}

/**
 * The least prices of a site. Of those that fit a find the most special holds: country and hour, then country, then hour,
 * then the general one; of several alike the highest.
 */
export class SiteFloors {
  private readonly general: number | undefined;
  /** The one that holds before others stands before them. */
  private readonly special: readonly KnownFloor[];
  private readonly hasHours: boolean;
  private readonly localHours = new LocalHours();

  constructor(private readonly site: Pick<Site, 'minimumRpm' | 'minimumRpms' | 'timeZone'>) {
    this.general = site.minimumRpm === null ? undefined : toApproximateNumber(site.minimumRpm);
    this.special = site.minimumRpms.map(toKnownFloor).toSorted(byPrecedence);
    this.hasHours = this.special.some(({ hours }) => hours !== null);
  }

  /**
   * USD per thousand impressions; undefined: anything.
   *
   * @param country null: not known
   * @param now Unix milliseconds
   */
  at(country: string | null, now: number): number | undefined {
    if (this.special.length === 0) return this.general;
    const { timeZone } = this.site;
    const hour = this.hasHours ? weekHourOf(this.localHours.at(timeZone, now)) : -1;
    const floor = this.special.find(
      (one) => (one.country === null || one.country === country) && one.hours?.has(hour) !== false,
    );
    return floor ? floor.rpm : this.general;
  }
}

function toKnownFloor(text: string): KnownFloor {
  const { country, hours, rpm } = specialFloorOf(text);
  const amount = parseAmount(rpm);
  if (amount === null) throw new Error(`${text} is no least price`);
  return { country, hours: hours && new Set(hours), rpm: toApproximateNumber(amount) };
}

const byPrecedence = (one: KnownFloor, other: KnownFloor): number =>
  weightOf(other) - weightOf(one) || other.rpm - one.rpm;

const weightOf = ({ country, hours }: KnownFloor): number =>
  (country === null ? 0 : 2) + (hours === null ? 0 : 1);
