import { rules } from './rules';

type AnyRule = (typeof rules)[keyof typeof rules];

/** Nothing is for sale at all, or (as the quick answer of `select`) no candidate passed every rule. */
const noBid = { noBid: 0 } as const;

/**
 * Why a candidate, or a whole placement, stayed without an ad, with its status code. Each rule brings its own.
 * @see OpenRTB community extension seat-non-bid, list "Non Bid Status Codes"
 */
export const nonBidReasons = {
  ...noBid,
  // `Object.fromEntries` forgets which names there are.
  ...(Object.fromEntries(
    Object.values(rules).map(({ nonBidReason, statusCode }) => [nonBidReason, statusCode]),
  ) as { readonly [R in AnyRule as R['nonBidReason']]: R['statusCode'] }),
};

export type NonBidReason = keyof typeof nonBidReasons;
