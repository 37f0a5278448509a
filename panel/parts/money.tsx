import { locale, t } from '../texts/texts';
import { AmountWriter, type MoneyUnit } from './write-amount';

/**
 * An exact decimal amount in the person's way of writing. `Intl` reads the decimal text itself, so no digit is lost.
 */
export function Money({
  amount,
  unit,
  isShort = false,
}: {
  readonly amount: string;
  readonly unit: MoneyUnit;
  /** True where fewer digits behind the point are enough; the title has all digits. */
  readonly isShort?: boolean;
}) {
  return (
    <span className="nowrap" title={isShort ? formatMoney(amount, unit) : undefined}>
      {(isShort ? formatShort : formatMoney)(amount, unit)}
    </span>
  );
}

const writer = new AmountWriter(locale);

/** An amount to its last digit. */
export const formatMoney = (amount: string, unit: MoneyUnit): string =>
  withUnit(writer.exact(amount, unit), unit);

/** An amount with as many digits as matter, for columns and charts. */
export const formatShort = (amount: string, unit: MoneyUnit): string =>
  withUnit(writer.short(amount, unit), unit);

const withUnit = (text: string, unit: MoneyUnit): string =>
  unit === 'USD' ? text : t('common.coins', { amount: text });
