export const siteStatuses = [
  'draft',
  'inactive',
  'active',
  'pending',
  'rejected',
  'archived',
] as const;
export type SiteStatus = (typeof siteStatuses)[number];

/** Statuses that a publisher sets; the system sets the others, and archiving is a step of its own. */
export const settableSiteStatuses = ['draft', 'inactive', 'active'] as const;

/** Statuses that the operator sets and takes back: the publisher cannot change such a site. */
export const operatorsSiteStatuses: readonly SiteStatus[] = ['pending', 'rejected'];

/** Conditions on a creative's `type`, `mime` and `<classifier>:<keyword>`: key to the values that it must, or must not, have. */
export interface CreativeFilter {
  readonly requires: Readonly<Record<string, readonly string[]>>;
  readonly excludes: Readonly<Record<string, readonly string[]>>;
}

/** Lets all creatives in. */
export const noFilter: CreativeFilter = { requires: {}, excludes: {} };

/** Narrows an operator's list of all sites; null and absent: not narrowed. */
export interface AllSitesFilter {
  readonly publisherId?: string | null;
  readonly status?: SiteStatus | null;
}

/** Members of a site that its publisher sets and may change. */
export interface SiteTerms {
  /** 1 to 64 characters. */
  readonly name: string;
  readonly status: SiteStatus;
  /** ISO 639-1, lower-case; null: not said. */
  readonly primaryLanguage: string | null;
  /** IAB-like categories of the taxonomy, what campaigns target as `site:category`. */
  readonly categories: readonly string[];
  /** Which creatives the publisher takes, by `type`, `mime` and `<classifier>:<keyword>`. */
  readonly filtering: CreativeFilter;
  /** Only creatives that the publisher accepted one by one. */
  readonly onlyAcceptedCreatives: boolean;
  /** Only campaigns that require this very domain. */
  readonly onlyDirectDeals: boolean;
}

export interface Site extends SiteTerms {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly publisherId: string;
  /** Lower-case host name or address, without a leading `www.` and without the port. */
  readonly host: string;
  readonly medium: string;
  readonly vendor: string | null;
  /** Shown where `onlyAcceptedCreatives` holds. */
  readonly acceptedCreativeIds: readonly string[];
  /** Never shown. */
  readonly rejectedCreativeIds: readonly string[];
  /**
   * On an unclaimed site: the account that earns from finds that name neither publisher nor placement; null: the operator
   * earns. Null on all other sites.
   */
  readonly claimedById: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A publisher's decisions on creatives by their ids, 32 lower-case hex; each is in one list at most. */
export interface CreativeDecisions {
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  /** Neither accepted nor rejected any more. */
  readonly forget: readonly string[];
}
