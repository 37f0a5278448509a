import { rules } from './rules';

type AnyRule = (typeof rules)[keyof typeof rules];

/** Nothing is for sale at all, or (as the quick answer of `select`) no candidate passed every rule. */
const noBid = { noBid: 0 } as const;

/** Only sponsorships are for sale here, and the find is in the share of voice of none. */
const shareOfVoice = { shareOfVoice: 514 } as const;

/**
 * Why a candidate, or a whole placement, stayed without an ad, with its status code. Each rule brings its own.
 * @see OpenRTB community extension seat-non-bid, list "Non Bid Status Codes"
 */
export const nonBidReasons = {
  ...noBid,
  ...shareOfVoice,
  // `Object.fromEntries` forgets which names there are.
  ...(Object.fromEntries(
    Object.values(rules).map(({ nonBidReason, statusCode }) => [nonBidReason, statusCode]),
  ) as { readonly [R in AnyRule as R['nonBidReason']]: R['statusCode'] }),
};

export type NonBidReason = keyof typeof nonBidReasons;
