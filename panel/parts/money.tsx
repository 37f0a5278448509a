import { locale, t } from '../texts/texts';

/**
 * An exact decimal amount, in the person's way of writing. `Intl` takes the text as it is: no float comes between.
 */
export function Money({
  amount,
  unit,
  isShort = false,
}: {
  readonly amount: string;
  readonly unit: Unit;
  /** Where fewer digits behind the point do; the title has all of them. */
  readonly isShort?: boolean;
}) {
  return (
    <span className="nowrap" title={isShort ? formatMoney(amount, unit) : undefined}>
      {(isShort ? formatShort : formatMoney)(amount, unit)}
    </span>
  );
}

type Unit = 'USD' | 'coins';

const formatsOf = (least: number, most: number) => {
  const options = { minimumFractionDigits: least, maximumFractionDigits: most };
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return {
    USD: new Intl.NumberFormat(locale, { ...options, ...style }),
    coins: new Intl.NumberFormat(locale, options),
  };
};
const [exact, cents, fractions] = [formatsOf(2, 11), formatsOf(2, 2), formatsOf(4, 4)];

/** To the last digit. */
export const formatMoney = (amount: string, unit: Unit): string => write(exact, amount, unit);

/** To the cent, and what is less than one to a hundredth of a cent: for columns and charts. */
export const formatShort = (amount: string, unit: Unit): string => {
  const size = Math.abs(Number(amount));
  return write(size > 0 && size < 1 ? fractions : cents, amount, unit);
};

function write(formats: typeof exact, amount: string, unit: Unit): string {
  // A text of digits is taken as the exact number that it writes; the type has only literal ones.
  const text = formats[unit].format(amount as Intl.StringNumericLiteral);
  return unit === 'USD' ? text : t('common.coins', { amount: text });
}
