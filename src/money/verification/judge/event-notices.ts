import { formatAmount } from '../../../amount';
import type { Notice, NoticeData } from '../../../platform/notices/notice';
import { formatTime } from '../../../time';
import type { JudgedConversion } from './conversion-judge';
import type { Judgement } from './judge';

/** The notices to advertisers about events that got their verdicts. */
export function noticesOfEvents(judged: readonly Judgement[], at: Date): readonly Notice[] {
  return judged.map(({ event, status, reason, price, charge }) => {
    const { id, caseId, campaignId, creativeId, siteId, offeredAt, occurredAt } = event;
    const data = (): NoticeData => ({
      ...{ id, caseId, campaignId, creativeId, siteId },
      offeredAt: formatTime(offeredAt),
      occurredAt: formatTime(occurredAt),
      reason,
      price: formatAmount(price),
      charge: formatAmount(charge),
    });
    const noun = event.kind === 'click' ? 'click' : 'view';
    const accountId = event.advertiserId;
    return { kind: `${noun}.${status}`, accountId, campaignId, at, data };
  });
}

/** The notices to advertisers about conversions that got their verdicts. */
export function noticesOfConversions(
  judged: readonly JudgedConversion[],
  at: Date,
): readonly Notice[] {
  return judged.map(({ conversion, status, reason, price, charge }) => {
    const { id, conversionId, campaignId, advertiserId, occurredAt } = conversion;
    const data = (): NoticeData => ({
      ...{ id, conversionId, campaignId },
      occurredAt: formatTime(occurredAt),
      reason,
      price: formatAmount(price),
      charge: formatAmount(charge),
    });
    return { kind: `conversion.${status}`, accountId: advertiserId, campaignId, at, data };
  });
}
