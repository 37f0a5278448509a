import type { MonthCampaign } from './month-campaigns';
import { isScheduled, localOf } from './recount-month';

/** The answer to a find: the campaigns of its ads, in any order. */
export interface ShownPage {
  readonly campaigns: readonly MonthCampaign[];
  readonly placements: number;
  readonly at: Date;
  /** Minutes that the visitor's clock is ahead of UTC. */
  readonly utcOffset: number;
}

/** Says what of a page breaks a promise to an advertiser, which no stored event tells. */
export function problemsOfPage({
  campaigns,
  placements,
  at,
  utcOffset,
}: ShownPage): readonly string[] {
  const local = localOf(new Date(at.getTime() + utcOffset * 60_000), 'UTC');
  return [...new Set(campaigns)].flatMap((campaign) => {
    const { name, terms } = campaign;
    const shown = campaigns.filter((one) => one === campaign).length;
    const when = `${name} at ${at.toISOString()}`;
    return [
      terms.roadblock === true && shown < placements && `${when} has ${shown} places of its page`,
      terms.showsOncePerPage === true && shown > 1 && `${when} is ${shown} times on its page`,
      terms.scheduleClock === 'visitor' &&
        !isScheduled(terms.schedule ?? [], local) &&
        `${when} is off its schedule by a clock of ${utcOffset} minutes`,
    ].filter((problem) => problem !== false);
  });
}
