import { formatTime, hourMs } from '../../time';
import type { NotificationContext } from './notification.context';
import { assertPresent } from '../../present';

const campaignsAtOnce = 500;
/** Clocks of gateways differ by less, and are set back by less. A mark that is further ahead comes of a clock that was wrong. */
const clockMarginMs = hourMs;

/** Tells owners of active campaigns whose end has come since the last look. Before the first look nothing is told. */
export async function tellOfEndedCampaigns(
  ctx: NotificationContext,
  signal: AbortSignal,
): Promise<void> {
  for (let isFull = true; isFull && !signal.aborted; )
    isFull = await ctx.inTransaction(async (session) => {
      const now = ctx.now();
      const last = await ctx.noticeMarks.find('campaigns-ended', session);
      // Ends before that mark are told already: the clock is waited for.
      const aheadMs = last === null ? 0 : last.at.getTime() - now.getTime();
      if (aheadMs > 0 && aheadMs <= clockMarginMs) return false;
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
