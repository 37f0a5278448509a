import type { BucketRule } from '../rule';

/** Videos fit near, all others exactly. @see OpenRTB 2.6 §3.2.10 `Format` */
export const size = {
  kind: 'bucket',
  nonBidReason: 'creativeSizeNotAllowed',
  statusCode: 351,
  terms: ({ type, scope }) => (type === 'video' ? { near: scope } : scope),
  ask: ({ imp }) => ({ values: imp.scopes, box: imp.nearBox }),
  explain: ({ type, scope }) => (type === 'video' ? `video of ${scope}` : `scope ${scope}`),
} as const satisfies BucketRule;
