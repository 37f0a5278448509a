import { graphql, type ResultOf } from '../graphql/graphql';
import { formatMoney } from '../parts/money';
import { sentence } from '../parts/problem';
import { formatTime } from '../parts/when';
import { problemInLanguage } from '../texts/server-words';
import { t } from '../texts/texts';

/** Asked for wherever the server says why something is not paid. */
export const unpaidFragment = graphql(`
  fragment UnpaidParts on Unpaid {
    code
    message
    until
    amount
    words
  }
`);

export type Unpaid = ResultOf<typeof unpaidFragment>;

/** Why something is not paid, in the person’s language; the server's own words for a code that the panel does not know. */
export function describeUnpaid({ code, message, until, amount, words }: Unpaid): string {
  const facts = {
    until: until === null ? '' : formatTime(until),
    amount: amount === null ? '' : formatMoney(amount, 'coins'),
    words: words === null ? t('unpaid.no_reason_given') : problemInLanguage(words),
  };
  const key = keyOf(code, { until, amount, words });
  return sentence(t.has(`unpaid.${key}`) ? t(`unpaid.${key}`, facts) : message);
}

/** Some codes have two texts: for what is named, and where nothing is. */
function keyOf(
  code: Unpaid['code'],
  { until, amount, words }: Pick<Unpaid, 'amount' | 'until' | 'words'>,
): Unpaid['code'] | 'held' | 'left_today' | 'other_address' {
  if (code === 'address_changed' && until === null) return 'other_address';
  if (code === 'daily_limit' && amount !== null) return 'left_today';
  if (code === 'held_by_operator' && words === null) return 'held';
  return code;
}
