/** Why a placement was not even put to the selection; codes continue the selection's own. */
export const unavailableReasons = {
  unknownPlacement: 520,
  placementNotActive: 521,
  siteNotActive: 522,
  /** The page is on another host than the placement's site. */
  otherHost: 523,
  publisherSuspended: 524,
  /** The database did not answer, and this process does not know the placement. */
  placementNotLookedUp: 525,
  /** The request names another publisher than the placement's. */
  otherPublisher: 526,
  /** The account that the placement belongs to is no publisher any more. */
  notPublisher: 527,
  /** The visitor’s network has made as much supply by finds as one may in a day. */
  placementNotMade: 528,
  /** The operator refuses the host, or a domain that it is in. */
  hostRefused: 529,
} as const;

export type UnavailableReason = keyof typeof unavailableReasons;
