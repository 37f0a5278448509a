import { formatTime } from '../../time';
import type { NotificationContext } from './notification.context';

const campaignsAtOnce = 500;

/** Tells owners of active campaigns whose end has come since the last look. Before the first look nothing is told. */
export async function tellOfEndedCampaigns(
  ctx: NotificationContext,
  signal: AbortSignal,
): Promise<void> {
  for (let isFull = true; isFull && !signal.aborted; )
    isFull = await ctx.inTransaction(async (session) => {
      const now = ctx.now();
      const last = await ctx.noticeMarks.find('campaigns-ended', session);
      const ended =
        last === null
          ? []
          : await ctx.campaigns.listEnded({ after: last, until: now, limit: campaignsAtOnce });
      const isCut = ended.length === campaignsAtOnce;
      const mark = isCut
        ? { at: ended.at(-1)!.endsAt!, id: ended.at(-1)!.id }
        : { at: now, id: '~' };
      await ctx.noticeMarks.put('campaigns-ended', mark, session);
      await ctx.notices.put(
        ended.map(({ id: campaignId, advertiserId: accountId, name, endsAt }) => {
          const data = { campaignId, name, endedAt: formatTime(endsAt!) };
          return { kind: 'campaign.ended', accountId, campaignId, at: now, data };
        }),
        session,
      );
      return isCut;
    });
}
