import { formatTime } from '../../time';
import type { NotificationContext } from './notification.context';
import { assertPresent } from '../../present';

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
      const ending = ended.map(({ endsAt, ...rest }) => ({
        ...rest,
        endsAt: assertPresent(endsAt, 'a campaign that ended has an end'),
      }));
      const cut = isCut ? ending.at(-1) : undefined;
      const mark = cut ? { at: cut.endsAt, id: cut.id } : { at: now, id: '~' };
      await ctx.noticeMarks.put('campaigns-ended', mark, session);
      await ctx.notices.put(
        ending.map(({ id: campaignId, advertiserId: accountId, name, endsAt }) => {
          const data = { campaignId, name, endedAt: formatTime(endsAt) };
          return { kind: 'campaign.ended', accountId, campaignId, at: now, data };
        }),
        session,
      );
      return isCut;
    });
}
