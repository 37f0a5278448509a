import type { Logger } from 'pino';
import { formatAmount } from '../../../amount';
import type { JudgedConversion } from './conversion-judge';
import type { Judgement } from './judge';

/** Tells at the level debug what was decided on events and conversions, and what they cost: USD, and coins of the charge. */
export function logVerdicts(
  log: Logger,
  partition: number,
  judged: readonly (Judgement | JudgedConversion)[],
): void {
  if (!log.isLevelEnabled('debug')) return;
  for (const one of judged) {
    const [kind, { id, campaignId }] =
      'event' in one ? [one.event.kind, one.event] : ['conversion', one.conversion];
    const { status, reason, price, charge } = one;
    log.debug(
      {
        ...{ partition, kind, id, campaignId, status, reason },
        ...{ price: formatAmount(price), charge: formatAmount(charge) },
      },
      'a verdict was given',
    );
  }
}
