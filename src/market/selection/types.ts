import type { Size } from '../../sizes';
import type { RecentlySeen, SeenCreative } from './ranking/recently-seen';
import type { Beta } from './rotation/beta';

/**
 * Values by `group:option`, e.g. `'site:category' -> ['news', 'games']`. Each key is one clause: of its
 * values any one is enough, of several keys all must hold. A key without values asks nothing.
 */
export type Targeting = ReadonlyMap<string, readonly string[]>;

/** An active creative of an active campaign, as the selection sees it. Never changed once handed over. */
export interface Candidate {
  /** 32 hex digits. */
  readonly creativeId: string;
  /** 32 hex digits. */
  readonly campaignId: string;
  /** 32 hex digits; the same for all candidates of another server. */
  readonly advertiserId: string;
  readonly medium: string;
  /** Null: fits any vendor of the medium. */
  readonly vendor: string | null;
  /** `image`, `html`, `video`, `model` or `direct`. Only `video` is matched by nearness of size. */
  readonly type: string;
  readonly mime: string;
  /** `<width>x<height>`, `cube`, `pop-up` or `pop-under`. */
  readonly scope: string;
  /** USD per 1000 impressions; an estimate to rank by, never money. Compared in single precision. */
  readonly effectiveRpm: number;
  /** Parts of that by what a request is of: the same object for all creatives of a campaign; null: the whole in each. */
  readonly modifiers: BidModifiers | null;
  /** Impressions so far, as of the last refresh; few of them make the creative worth exploring. */
  readonly impressions: number;
  /** Unix milliseconds, inclusive. */
  readonly startsAt: number;
  /** Unix milliseconds, inclusive; null: no end. */
  readonly endsAt: number | null;
  /** Hours of the week, 0 to 167, by their time zone; none: it is shown in all of them. */
  readonly schedule: Targeting;
  readonly requires: Targeting;
  readonly excludes: Targeting;
  /** Labels that publishers filter creatives by, beside type and mime: `<classifier>:<keyword>` -> values. */
  readonly keywords: Targeting;
  /** The host of the landing page, lower case, Punycode; empty: not known. */
  readonly landingHost: string;
  /** The category of the goods, a code of the IAB Content Taxonomy 1.0; empty: not said. */
  readonly category: string;
  /** The other server that it comes from, by its ledger address; null: it is ours. */
  readonly peer: string | null;
  /** True where it is paid for views that the tag has measured alone. */
  readonly requiresViewability: boolean;
  /** True where its own caps or its campaign's hold, and its campaign is not shown where views cannot be counted. */
  readonly requiresKnownVisitor: boolean;
  /** Its campaign's creatives take turns: one of them is chosen where the campaign has won; null: it competes for itself. */
  readonly rotation: Rotation | null;
  /** Its campaign is shown on sites of its own account alone, beside all bids; null: it competes by its bid, on any site. */
  readonly ownSites: OwnSites | null;
}

/** Parts of a campaign's bid by what a request is of, each in hundredths of the bid; what is not named counts 100. */
export interface BidModifiers {
  /** By the `device:type` of the request. */
  readonly devices: ReadonlyMap<string, number>;
  /** By its `user:country`. */
  readonly countries: ReadonlyMap<string, number>;
  /** By the hour of the week, 0 to 167, that clocks of the time zone show. */
  readonly hours: ReadonlyMap<string, number>;
  readonly timeZone: string;
}

/** The terms of a campaign that its account shows on its own sites alone. */
export interface OwnSites {
  /** 32 hex digits. */
  readonly accountId: string;
  /** `sponsorship` comes before all bids, `house` where nobody else is shown. */
  readonly priority: 'sponsorship' | 'house';
  /** Percent of the finds that a sponsorship fits, 1 to 100. */
  readonly shareOfVoice: number;
}

/**
 * The part of a creative in its campaign's places: by a weight above 0, or by what is known of its rate. Thompson sampling:
 * the creative whose rate is drawn highest is shown.
 *
 * @see W. R. Thompson, "On the Likelihood that One Unknown Probability Exceeds Another" (1933)
 */
export type Rotation = { readonly weight: number } | Beta;

/** One placement's opportunity in a request. */
export interface Imp {
  /** The request's id of this placement; mixed into the seed, so that two placements draw apart. */
  readonly id: string;
  /** Scopes that image, html, model and direct creatives must equal. */
  readonly scopes: readonly string[];
  /** The box that videos must fit near; null: no video here. */
  readonly nearBox: Size | null;
  /** Creative types this very placement takes; absent: all. */
  readonly types?: readonly string[] | undefined;
  /** MIME types this very placement takes; absent: all. */
  readonly mimes?: readonly string[] | undefined;
  /** Features of this very placement, beside the context's. */
  readonly features?: Targeting | undefined;
  /** The account that the site is of; absent: no campaign is shown as its own. */
  readonly publisherId?: string | undefined;
  /** USD per 1000 impressions; candidates below it do not compete. Absent: as the context says. */
  readonly bidFloor?: number | undefined;
  /** Campaigns that this visitor sees no more for now; absent: none. */
  readonly cappedCampaignIds?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Creatives that this visitor sees no more for now, whatever their campaigns' caps; absent: none. */
  readonly cappedCreativeIds?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Campaigns that may not be beside the winners of other placements of the same request; absent: none. */
  readonly competingCampaignIds?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Creatives in other placements of the same request that are shown once a page; absent: none. */
  readonly creativeIdsOnPage?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** The creatives of the campaign that has all placements of the request; absent: none has. */
  readonly onlyCreativeIds?: ReadonlySet<string> | undefined;
  /** Creatives of campaigns that want all placements of the request and cannot have them; absent: none. */
  readonly roadblockCreativeIds?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Winners of other placements of the same request, newest first: seen, though not yet recorded. */
  readonly chosenBefore?: readonly SeenCreative[] | undefined;
}

/** The publisher's filter, asked of the creative's `type`, `mime` and `<classifier>:<keyword>`. */
export interface PublisherFilter {
  readonly requires: Targeting;
  readonly excludes: Targeting;
}

/**
 * All that is the same for every placement of a request. Hand over the same object for each of them, and
 * do not change it meanwhile: it is looked at once.
 */
export interface SelectionContext {
  /** Unix milliseconds. */
  readonly now: number;
  /** Decides ties and exploration: same inputs and seed, same winner. */
  readonly seed: string | number;
  readonly medium: string;
  readonly vendor: string | null;
  /** The hour of the week, 0 to 167, by clock (see `clockOf`); clocks that no candidate names may be left out. */
  readonly hoursOfWeek?: Targeting | undefined;
  /** `group:option` -> values of page and visitor; `site:domain` holds the parent domains too. */
  readonly features: Targeting;
  readonly publisherFilter: PublisherFilter;
  /** Creatives the publisher rejected. */
  readonly blockedCreativeIds?: ReadonlySet<string> | undefined;
  /** Hosts of landing pages that the publisher blocked; absent: none. */
  readonly blockedDomains?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Categories of goods that the publisher blocked; absent: none. */
  readonly blockedCategories?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Advertisers that the publisher blocked; absent: none. */
  readonly blockedAdvertiserIds?: ReadonlySet<string> | undefined;
  /** Set if the site shows only creatives its publisher accepted. */
  readonly acceptedCreativeIds?: ReadonlySet<string> | undefined;
  /** USD per 1000 impressions, for placements that say nothing; absent: anything. */
  readonly bidFloor?: number | undefined;
  /** The site's own domain, if it takes only campaigns that require this very `site:domain`. */
  readonly onlyDirectDealsWith?: string | undefined;
  /** True for a visitor of whom no other server is to hear. */
  readonly refusesPeers?: boolean | undefined;
  /** True where nothing measures the views of the answer. */
  readonly isUnmeasured?: boolean | undefined;
  /** True where nobody knows how often the visitor has seen what; absent: false. */
  readonly isUnknownVisitor?: boolean | undefined;
  /** MIME types that placements which name none do not get. */
  readonly unaskedMimes?: readonly string[] | undefined;
  /** Creatives that this visitor was shown lately. */
  readonly recentlySeen: RecentlySeen;
}
