/**
 * Why a candidate, or a whole placement, stayed without an ad, with its status code: OpenRTB's where one
 * fits, above 500 our own.
 * @see OpenRTB community extension seat-non-bid, list "Non Bid Status Codes"
 */
export const nonBidReasons = {
  /** Nothing is for sale at all, or (as the quick answer of `select`) no candidate passed every filter. */
  noBid: 0,
  /** The candidate is for another medium. */
  unsupportedChannel: 201,
  /** The candidate bids less than the placement's minimum. */
  belowFloor: 301,
  /** The publisher rejected this creative. */
  creativeBlocked: 350,
  /** The creative is of another size than the placement. */
  creativeSizeNotAllowed: 351,
  /** The placement does not take the creative's type or MIME type. */
  incorrectFormat: 353,
  /** The publisher's filter refuses the creative's type, MIME type or classification. */
  categoryExclusion: 357,
  /** The campaign is for another vendor of the medium. */
  vendorNotAllowed: 501,
  /** The campaign is paused, or its budget of this hour is spent. */
  campaignNotEligible: 502,
  /** The flight has not begun. */
  flightNotStarted: 503,
  /** The flight is over. */
  flightEnded: 504,
  /** The site takes only direct deals, and the campaign does not require this very site. */
  notDirectDeal: 505,
  /** The site shows only creatives that its publisher accepted, and this one is not among them. */
  creativeNotAccepted: 506,
  /** The campaign requires something that page or visitor lack. */
  requirementNotMet: 507,
  /** The campaign excludes something that page or visitor have. */
  exclusionMet: 508,
} as const;

export type NonBidReason = keyof typeof nonBidReasons;
