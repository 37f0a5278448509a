import { fitsBucket } from '../eligibility';
import type { BucketAsk, BucketRule, BucketTerm } from '../rule';
import type { Candidate, Imp } from '../types';

/** A creative by its size. */
export type Sized = Pick<Candidate, 'type' | 'scope'>;
type SizedImp = Pick<Imp, 'scopes' | 'nearBox'>;

const termsOf = ({ type, scope }: Sized): BucketTerm =>
  type === 'video' ? { near: scope } : scope;
const askOf = ({ scopes, nearBox }: SizedImp): BucketAsk => ({ values: scopes, box: nearBox });

/** Videos fit near, all others exactly. @see OpenRTB 2.6 §3.2.10 `Format` */
export const size = {
  kind: 'bucket',
  nonBidReason: 'creativeSizeNotAllowed',
  statusCode: 351,
  terms: termsOf,
  ask: ({ imp }) => askOf(imp),
  explain: ({ type, scope }) => (type === 'video' ? `video of ${scope}` : `scope ${scope}`),
} as const satisfies BucketRule;

/** Says that the rule lets a creative through. */
export const fitsSize = (creative: Sized, imp: SizedImp): boolean =>
  fitsBucket(termsOf(creative), askOf(imp));
