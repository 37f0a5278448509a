import { formatAmount } from '../../amount';
import { notFound } from '../../errors';
import type { Placement } from '../../supply/placements/placement.resource';
import type { Site } from '../../supply/sites/site.resource';
import { describeMembers } from '../account/account-text';
import { serviceCommand } from '../service-command';
import { siteArgument, toSiteJson } from './site-text';

const mostPlacements = 100;

export const siteShow = serviceCommand({
  name: 'site show',
  summary: 'Shows a site: whose it is, its least prices, and what it refuses.',
  details: `Least prices are USD per thousand impressions; of placements those that have one of their own, among the first ${mostPlacements}.`,
  arguments: [siteArgument],
  options: {},
  async work(services, { id }) {
    const site = await services.sites.findById(id);
    if (!site) throw notFound('site', id);
    const slice = { offset: 0, limit: mostPlacements, snapshot: null, now: services.now() };
    const { places } = await services.placements.readSlice(id, slice);
    return { site, placements: places.filter((one) => one !== null) };
  },
  print({ site, placements }) {
    const json = toJson(site, placements);
    const { placements: floors, filtering, ...terms } = json;
    const text = describeMembers({
      ...terms,
      filtering: JSON.stringify(filtering),
      placements: floors.map(({ name, minimumRpm }) => `${name}: ${minimumRpm}`),
    });
    return { text, json };
  },
});

function toJson(site: Site, placements: readonly Placement[]) {
  const { minimumRpms, timeZone, onlyDirectDeals, onlyAcceptedCreatives, filtering } = site;
  const { blockedDomains, blockedCategories } = site;
  return {
    ...toSiteJson(site),
    minimumRpm: site.minimumRpm === null ? null : formatAmount(site.minimumRpm),
    ...{ minimumRpms, timeZone, onlyDirectDeals, onlyAcceptedCreatives },
    ...{ blockedDomains, blockedCategories, filtering },
    placements: placements.flatMap((one) =>
      one.minimumRpm === null
        ? []
        : [{ id: one.id, name: one.name, minimumRpm: formatAmount(one.minimumRpm) }],
    ),
  };
}
