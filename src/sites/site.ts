export const siteStatuses = ['draft', 'inactive', 'active', 'pending', 'rejected'] as const;
export type SiteStatus = (typeof siteStatuses)[number];

/** Conditions on a creative's `type`, `mime` and `<classifier>`: key to the values that it must, or must not, have. */
export interface CreativeFilter {
  readonly requires: Readonly<Record<string, readonly string[]>>;
  readonly excludes: Readonly<Record<string, readonly string[]>>;
}

export interface Site {
  /** 32 lower-case hex. */
  readonly id: string;
  readonly publisherId: string;
  /** Lower-case host name or address, without a leading `www.` and without the port. */
  readonly host: string;
  readonly name: string;
  readonly status: SiteStatus;
  readonly medium: string;
  readonly vendor: string | null;
  /** IAB-like categories of the taxonomy, what campaigns target as `site:category`. */
  readonly categories: readonly string[];
  /** Which creatives the publisher takes, by `type`, `mime` and `<classifier>`. */
  readonly filtering: CreativeFilter;
  /** Only campaigns that require this very domain. */
  readonly onlyDirectDeals: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
