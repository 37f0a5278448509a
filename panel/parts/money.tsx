/**
 * An exact decimal amount, in the person's way of writing. `Intl` takes the text as it is: no float comes between.
 */
export function Money({
  amount,
  unit,
}: {
  readonly amount: string;
  readonly unit: 'USD' | 'coins';
}) {
  return <span className="nowrap">{formatMoney(amount, unit)}</span>;
}

const options = { minimumFractionDigits: 2, maximumFractionDigits: 11 } as const;
const dollars = new Intl.NumberFormat(undefined, {
  ...options,
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
});
const coins = new Intl.NumberFormat(undefined, options);

export function formatMoney(amount: string, unit: 'USD' | 'coins'): string {
  // A text of digits is taken as the exact number that it writes; the type has only literal ones.
  const exact = amount as Intl.StringNumericLiteral;
  return unit === 'USD' ? dollars.format(exact) : `${coins.format(exact)} coins`;
}
