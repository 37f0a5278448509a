/** A word on a placement that stays empty, for whoever builds the page. @see docs/interface.md "Placement hint" */
export interface Hint {
  /** The host of the page, as the find said. */
  readonly pageHost: string;
  /** The host of the placement's site, where the page is on another one. */
  readonly siteHost: string | null;
  /** Size of the sample ad to show. */
  readonly sample: string | null;
}
