import { maxAmount } from '../../../amount';
import type { ConversionRule } from '../judge/conversion-rule';
import type { EventRule } from '../judge/event-rule';
import type { SpendingFacts } from '../judge/verdict-rule';

/** No account can be charged more than the books can hold. */
const isTooMuch = ({ charge, means }: SpendingFacts) =>
  charge > maxAmount || (charge > 0n && means !== null && charge > means);

export const noFunds: EventRule & ConversionRule = {
  reason: 'no_funds',
  description: 'The advertiser’s funds and credit did not cover it.',
  refusesEvent: (_event, facts) => isTooMuch(facts),
  refusesConversion: (_conversion, facts) => facts.peerRefusal === 'no_funds' || isTooMuch(facts),
};
