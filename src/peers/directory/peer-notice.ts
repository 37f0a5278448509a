import type { Notice, NoticeData } from '../../platform/notices/notice';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { PeerContext } from './peer.context';

const mostOperators = 100;

/** Tells every operator of something about a peer, in the transaction of what happens. */
export async function tellOperators(
  ctx: Pick<PeerContext, 'accounts' | 'notices' | 'now'>,
  {
    kind,
    data,
  }: {
    readonly kind: 'peer.found' | 'peer.suspect' | 'peer.stopped' | 'peer.unpaid';
    readonly data: NoticeData;
  },
  session: DatabaseSession,
): Promise<void> {
  if (!(await ctx.notices.isWanted(kind, session))) return;
  const operators = await ctx.accounts.list({
    ...{ role: 'operator', afterEmail: null, emailPrefix: null, limit: mostOperators },
  });
  const at = ctx.now();
  const notices = operators.map(
    ({ id: accountId }): Notice => ({ kind, accountId, campaignId: null, at, data }),
  );
  await ctx.notices.put(notices, session);
}
