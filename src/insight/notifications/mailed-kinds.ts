import type { NoticeKind } from '../../platform/notices/notice';

/** What accounts are told by mail. */
export const mailedKinds = [] as const satisfies readonly NoticeKind[];
