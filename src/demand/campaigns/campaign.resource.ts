import { kind, type ValueOf } from '../../platform/resources/kinds';
import {
  type ChangesOf,
  type CreationOf,
  defineResource,
  type DocumentOf,
  type ItemOf,
} from '../../platform/resources/resource';
import { campaignPriority, shareOfVoice } from './campaign-priority';
import { bidModifiersKind } from './bid-modifiers';
import { peersKind } from './excluded-peers';
import type { FormerPrices } from './former-prices';
import { contentCategory } from './content-category';
import { clickConversionMode } from '../conversions/click-conversion-mode';
import { frequencyCapsKind } from './frequency-caps';
import { scheduleClock, scheduleKind, timeZoneKind } from './schedule';
import { noTargeting } from '../taxonomy/taxonomy';

export const campaignStatus = kind.enumOf({
  name: 'CampaignStatus',
  description: 'How far a campaign is.',
  meanings: {
    draft: 'Not finished: not served.',
    inactive: 'Stopped by the advertiser: not served.',
    active: 'Served between its start and its end.',
    suspended: 'Stopped by the system: not served until the advertiser sets another status.',
  },
});
export type CampaignStatus = ValueOf<typeof campaignStatus>;

const campaignPacing = kind.enumOf({
  name: 'CampaignPacing',
  description:
    'How a campaign’s budgets are spent within an hour of the clock, within a day and until its end.',
  meanings: {
    even: 'Spread over the minutes of the hour; budgets of a day and in all over the hours of its schedule that they are for. What an hour leaves is there for the later ones.',
    front_loaded:
      'An hour’s as `asap`. Of those of a day and in all the first hours have twice the even share, later ones less.',
    asap: 'As fast as there are visitors to show it to: it may be used up within minutes.',
  },
});
export type CampaignPacing = ValueOf<typeof campaignPacing>;

const creativeRotation = kind.enumOf({
  name: 'CreativeRotation',
  description: 'How it is decided which of a campaign’s creatives is shown.',
  meanings: {
    auction:
      'Each creative competes for itself, with its own click rate and without those that the visitor saw last; equals are drawn.',
    even: 'The campaign competes as a whole. Where it has won, each of its creatives that fit the place is as likely.',
    weighted:
      'The campaign competes as a whole. Where it has won, a creative that fits the place is drawn by `weight`.',
    optimized_clicks:
      'The campaign competes as a whole. Where it has won, the creative is shown that is likely to be clicked most: the surer that is, the more often (Thompson sampling).',
    optimized_conversions:
      'As `optimized_clicks`, by the conversions of views instead of their clicks.',
  },
});
export type CreativeRotation = ValueOf<typeof creativeRotation>;

/** Names as visitors are told of them: Digital Services Act, Article 26; the `dsa` object of OpenRTB calls them alike. */
const partyKind = kind.orNull(kind.text({ bytes: [1, 100] }));

export const campaignResource = defineResource({
  name: 'Campaign',
  says: 'An order to show creatives, by the terms that the advertiser sets and pays for.',
  members: {
    id: { is: kind.idOf('a campaign'), says: '32 lower-case hex digits.' },
    advertiserId: { is: kind.idOf('an account'), says: 'The advertiser.', isHidden: true },
    name: { is: kind.text({ bytes: [1, 255] }), set: 'always', says: 'For the advertiser.' },
    note: {
      is: kind.orNull(kind.text({ bytes: [0, 500] })),
      set: 'always',
      absent: null,
      says: 'For the advertiser alone: it is shown to nobody else; null: none.',
    },
    behalf: {
      is: partyKind,
      set: 'always',
      absent: null,
      says: 'The person or company on whose behalf the ad is shown, 1 to 100 bytes; visitors are told. Null: not said.',
    },
    paid: {
      is: partyKind,
      set: 'always',
      absent: null,
      says: 'The person or company that pays for the ad, where that is another one than `behalf`, 1 to 100 bytes; visitors are told. Null: the same; without `behalf` the company of the account, where its owner shows the company.',
    },
    status: {
      is: campaignStatus,
      set: 'always',
      says: 'Only an active campaign is served, between its start and its end.',
      asks: 'Not `suspended`, which may stay where it is. An active campaign needs an active creative, an end that has not passed, and the least budget and price.',
    },
    suspendedReason: {
      is: kind.orNull(kind.plainText),
      absent: null,
      says: 'Why the system has suspended it; null in any other status.',
    },
    landingUrl: {
      is: kind.urlOf({ bytes: 1_024 }),
      set: 'always',
      says: 'Where clicks lead to. It may hold the placeholders of a click.',
    },
    medium: {
      is: kind.plainText,
      set: 'create',
      says: 'Medium of the taxonomy. It cannot be changed.',
    },
    vendor: {
      is: kind.orNull(kind.plainText),
      set: 'create',
      absent: null,
      says: 'Vendor of the medium; null: all vendors. It cannot be changed.',
    },
    hourlyBudget: {
      is: kind.price,
      set: 'always',
      says: 'USD that the campaign spends at most in one hour of the clock.',
    },
    dailyBudget: {
      is: kind.orNull(kind.price),
      set: 'always',
      absent: null,
      says: 'USD that it spends at most in one day of its time zone, not less than in an hour; null: no bound.',
    },
    totalBudget: {
      is: kind.orNull(kind.price),
      set: 'always',
      absent: null,
      says: 'USD that it spends at most in all, not less than in a day or an hour; null: no bound.',
    },
    pacing: {
      is: campaignPacing,
      set: 'always',
      absent: 'even',
      says: 'How budgets are spent within an hour, a day and until `endsAt`; `even` by the hours’ usual traffic.',
    },
    maxCpc: {
      is: kind.orNull(kind.price),
      set: 'always',
      absent: null,
      says: 'USD for a click; null: clicks are free.',
    },
    maxCpm: {
      is: kind.orNull(kind.price),
      set: 'always',
      absent: null,
      says: 'USD for 1,000 impressions; null: automatic, from budget and observed results.',
    },
    bidModifiers: {
      is: bidModifiersKind,
      set: 'always',
      absent: [],
      says: 'Multipliers of `maxCpm`, automatic bid and `maxCpc` from 0.1 to 10 by device, country, or days and hours (of `timeZone`), such as `device:mobile 1.25`, `country:pl 0.5` or `Mo-Fr 09:00-17:00 1.2`. Of several for an hour the first holds; those of device, country and hour multiply, from 0.1 to 10. Empty: the bid as it is.',
    },
    startsAt: { is: kind.time, set: 'always', says: 'When it begins.' },
    endsAt: {
      is: kind.orNull(kind.time),
      set: 'always',
      absent: null,
      says: 'When it ends, not before it begins; null: never.',
    },
    schedule: {
      is: scheduleKind,
      set: 'always',
      absent: null,
      says: 'Days and whole hours of the week in which the campaign is shown, such as `Mo-Fr 09:00-17:00`; null: always.',
    },
    scheduleClock: {
      is: scheduleClock,
      set: 'always',
      absent: 'campaign',
      says: 'The clock that the hours of `schedule` are of; bid modifiers, days and caps keep to `timeZone`.',
    },
    timeZone: {
      is: timeZoneKind,
      set: 'always',
      absent: 'UTC',
      says: 'Of the hours of `schedule` and `bidModifiers`, and the days of `dailyBudget` and `frequencyCaps`: a name of the IANA database.',
    },
    frequencyCaps: {
      is: frequencyCapsKind,
      set: 'always',
      absent: null,
      says: 'How often one visitor sees the campaign at most: views per `hour`, `day`, `week` or `life`, such as `3/day`; null: no bound.',
    },
    showsToUnknownVisitors: {
      is: kind.flag,
      set: 'always',
      absent: true,
      says: 'A campaign with caps is also shown to visitors of whom nothing is known, who ask not to be tracked or gave no consent: without a cap.',
    },
    showsOnPeers: {
      is: kind.flag,
      set: 'always',
      absent: false,
      absentInNew: true,
      says: 'It is shown on sites of other servers of the network, too, for at most a part of its budget.',
    },
    excludedPeers: {
      is: peersKind,
      set: 'always',
      absent: [],
      says: 'Servers of the network on whose sites it is not shown: their accounts on the ledger.',
    },
    requiresViewability: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'Only views that the tag of this server has measured are paid: half of the ad for a second. It is shown where that tag is, and on no other server.',
    },
    unmeasuredPrice: {
      is: kind.integerOf({ least: 0, most: 100 }),
      set: 'always',
      absent: 100,
      says: 'Percent of its price that a view costs which the tag has not measured.',
    },
    creativeRotation: {
      is: creativeRotation,
      set: 'always',
      absent: 'auction',
      says: 'How it is decided which of its creatives is shown.',
    },
    priority: {
      is: campaignPriority,
      set: 'always',
      absent: 'standard',
      says: 'When it is shown: `sponsorship` and `house` on sites of the same account alone, free of charge.',
    },
    shareOfVoice: {
      is: shareOfVoice,
      set: 'always',
      absent: 100,
      says: 'Percent of the finds that fit it in which a sponsorship is shown. Without meaning for other priorities.',
    },
    category: {
      is: kind.orNull(contentCategory),
      set: 'always',
      absent: null,
      says: 'The category of the goods, a code of the IAB Content Taxonomy 1.0 such as `IAB2` or `IAB2-3`; null: not said.',
    },
    competitiveExclusion: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'No campaign of another advertiser that has the same category, or a part of it, is shown in the same find. Without meaning where the campaign has no category.',
    },
    showsOncePerPage: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'Each of its creatives is shown in at most one placement of a find.',
    },
    roadblock: {
      is: kind.flag,
      set: 'always',
      absent: false,
      says: 'It is shown in all placements of a find, or in none of them. Other servers show it in each placement by itself.',
    },
    targeting: {
      is: kind.json(noTargeting),
      says: 'Features that a request must have and must not have.',
      isHidden: true,
    },
    hasTargetingLevels: {
      is: kind.flag,
      says: 'The targeting was written with its levels `requires` and `excludes`: answers are written alike.',
      isHidden: true,
    },
    secret: {
      is: kind.plainText,
      says: 'Signs advanced conversions: 22 characters, base64url. It never changes.',
    },
    conversionClick: { is: clickConversionMode, says: 'How clicks come to count.' },
    bidStrategyId: {
      is: kind.idOf('32 hex digits'),
      set: 'update',
      says: 'The bid strategy, one for the campaign’s medium and vendor: 32 lower-case hex digits.',
    },
    formerPrices: {
      is: kind.orNull(kind.json<FormerPrices | null>(null)),
      absent: null,
      says: 'Prices before an edit, while other servers may not have heard of the edit.',
      isHidden: true,
    },
    createdAt: { is: kind.time, says: 'When it was made.' },
    updatedAt: { is: kind.time, says: 'When it was changed last.' },
  },
});

export interface Campaign extends ItemOf<typeof campaignResource> {}
export interface NewCampaignTerms extends CreationOf<typeof campaignResource> {}
export interface CampaignTermChanges extends ChangesOf<typeof campaignResource> {}
export interface StoredCampaign extends DocumentOf<typeof campaignResource> {}
