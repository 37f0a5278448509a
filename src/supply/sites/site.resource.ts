import { emptiable, listOf, member, text } from '../../input-members';
import { kind, type ValueOf } from '../../platform/resources/kinds';
import {
  type ChangesOf,
  defineResource,
  type DocumentOf,
  type ItemOf,
} from '../../platform/resources/resource';
import { timeZoneKind } from '../../demand/campaigns/schedule';
import { type CreativeFilter, noFilter } from './creative-filter';
import { noBlockedAdvertisers } from './blocked-advertiser';
import { goodsCategories } from './blocked-categories';
import { landingDomains } from './blocked-domains';
import { specialFloors } from './special-floors';

const mostCategories = 50;

export const siteStatus = kind.enumOf({
  name: 'SiteStatus',
  description: 'How far a site is.',
  meanings: {
    draft: 'Not finished: shows no ads.',
    inactive: 'Stopped by the publisher: shows no ads.',
    active: 'Shows ads.',
    pending: 'Waits for the operator: shows no ads.',
    rejected: 'Refused by the operator: shows no ads.',
    archived: 'Ended: shows no ads any more.',
  },
});
export type SiteStatus = ValueOf<typeof siteStatus>;

/** Statuses that the operator sets and takes back: the publisher cannot change such a site. */
export const operatorsSiteStatuses: readonly SiteStatus[] = ['pending', 'rejected'];

/** ISO 639-1. */
const language = {
  ...kind.plainText,
  input: member(
    (value) =>
      typeof value === 'string' && /^[a-z]{2}$/.test(value)
        ? { value }
        : 'must be two lower-case letters (ISO 639-1)',
    { type: 'string', pattern: '^[a-z]{2}$' },
  ),
  example: 'en',
};

/** Rules look them up in the taxonomy. */
const categories = {
  ...kind.listOf(kind.plainText, emptiable(listOf(text, { most: mostCategories }))),
  range: `at most ${mostCategories}`,
};

export const siteResource = defineResource({
  name: 'Site',
  says: 'A place that shows ads: a website, or a scene of a metaverse.',
  members: {
    id: { is: kind.idOf('a site'), says: '32 lower-case hex digits.' },
    publisherId: { is: kind.idOf('an account'), says: 'The publisher.', isHidden: true },
    host: {
      is: kind.plainText,
      says: 'Host name or address, lower-case, without `www.` and without the port.',
    },
    name: { is: kind.textOfCharacters(64), set: 'always', says: 'For the publisher.' },
    status: {
      is: siteStatus,
      set: 'always',
      absent: 'active',
      accepts: kind.without(siteStatus, 'pending', 'rejected', 'archived'),
      says: 'Only an active site shows ads.',
      asks: '`draft`, `inactive` or `active`: the operator sets `pending` and `rejected`, and archiving is a step of its own.',
    },
    medium: {
      is: kind.plainText,
      set: 'create',
      absent: 'web',
      says: 'Medium of the taxonomy. It cannot be changed.',
    },
    vendor: {
      is: kind.orNull(kind.plainText),
      set: 'create',
      absent: null,
      says: 'Vendor in the medium; null: none. It cannot be changed.',
    },
    primaryLanguage: {
      is: kind.orNull(language),
      set: 'always',
      absent: null,
      says: 'ISO 639-1: two lower-case letters; null: not said.',
    },
    categories: {
      is: categories,
      set: 'always',
      absent: [],
      says: 'Categories of the taxonomy, which campaigns target as `site:category`.',
      asks: 'Categories of the taxonomy, which campaigns target as `site:category`; null in a change: none.',
    },
    filtering: {
      is: kind.json(noFilter),
      absent: noFilter,
      says: 'Which creatives the site takes.',
      isHidden: true,
    },
    onlyAcceptedCreatives: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'True where the site shows only creatives that its publisher accepted one by one.',
    },
    onlyDirectDeals: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'True where the site shows only campaigns that require this very domain.',
    },
    minimumRpm: {
      is: kind.orNull(kind.floor),
      set: 'always',
      absent: null,
      says: 'USD per thousand impressions that a creative must bring where the placement does not say; null: anything.',
    },
    minimumRpms: {
      is: specialFloors,
      set: 'always',
      absent: [],
      says: 'Other least prices, by country (ISO 3166-1 alpha-2), days and hours in the time zone, or both: `country:pl 2.5`, `Sa,Su 0.8`, `country:pl Mo-Fr 09:00-17:00 3`. The most special that fits a find holds in place of `minimumRpm`: country and hour, then country, then hour; of several alike the highest. A find without a country meets none that names one.',
    },
    timeZone: {
      is: timeZoneKind,
      set: 'always',
      absent: 'UTC',
      says: 'The time zone of the hours of `minimumRpms`.',
    },
    blockedDomains: {
      is: landingDomains,
      set: 'always',
      absent: [],
      says: 'Domains whose landing pages no ad of the site leads to, with all of their subdomains (`badv` of OpenRTB): lower case, Punycode, without `www.`. They hold for creatives of other servers, too.',
      asks: 'Domains whose landing pages no ad of the site may lead to, with all of their subdomains, such as `shop.example`; null in a change: none.',
    },
    blockedCategories: {
      is: goodsCategories,
      set: 'always',
      absent: [],
      says: 'Categories of goods that no ad of the site is for (`bcat` of OpenRTB), codes of the IAB Content Taxonomy 1.0; one of the first tier with all of its parts. They are compared with `category` of campaigns: those that name none, and those of other servers, are shown.',
      asks: 'Categories of goods that no ad of the site may be for, codes of the IAB Content Taxonomy 1.0 such as `IAB9` or `IAB9-9`; null in a change: none.',
    },
    blockedAdvertisers: {
      is: kind.json(noBlockedAdvertisers),
      absent: noBlockedAdvertisers,
      says: 'Advertisers whose ads the site does not show.',
      isHidden: true,
    },
    acceptedCreativeIds: {
      is: kind.listOf(kind.idOf('a creative')),
      absent: [],
      says: 'Creatives that the publisher accepted: shown where `onlyAcceptedCreatives` holds.',
    },
    rejectedCreativeIds: {
      is: kind.listOf(kind.idOf('a creative')),
      absent: [],
      says: 'Creatives that the publisher rejected: never shown.',
    },
    claimedById: {
      is: kind.orNull(kind.idOf('an account')),
      absent: null,
      says: 'On an unclaimed site: the account that earns from finds that name neither publisher nor placement. Null: the operator earns. Null on all other sites.',
    },
    createdAt: { is: kind.time, says: 'When it was made, by hand or by a find.' },
    updatedAt: { is: kind.time, says: 'When it was changed last.' },
  },
});

export interface Site extends ItemOf<typeof siteResource> {}
export interface SiteChanges extends ChangesOf<typeof siteResource> {
  readonly filtering?: CreativeFilter;
}
export interface StoredSite extends DocumentOf<typeof siteResource> {}
