export type MoneyUnit = 'USD' | 'coins';

const allDigits = 11;
/** Digits of a part of one that matter. */
const digitsThatMatter = 3;
const minus = '\u2212';

/** Writes exact decimal amounts the way of a locale: `Intl` takes the text as it is, no float comes between. */
export class AmountWriter {
  private readonly formats = new Map<string, Intl.NumberFormat>();

  constructor(private readonly locale: string) {}

  /** To the last digit. 0 is 0. */
  exact(amount: string, unit: MoneyUnit): string {
    return this.write(amount, unit, Number(amount) === 0 ? [0, 0] : [2, allDigits]);
  }

  /** As many digits as matter: to the cent, and of less than one its first three digits. 0 is 0. */
  short(amount: string, unit: MoneyUnit): string {
    const size = Math.abs(Number(amount));
    if (size === 0) return this.write(amount, unit, [0, 0]);
    if (size >= 1) return this.write(amount, unit, [2, 2]);
    const zeros = Math.ceil(-Math.log10(size)) - 1;
    return this.write(amount, unit, [2, Math.min(zeros + digitsThatMatter, allDigits)]);
  }

  private write(amount: string, unit: MoneyUnit, digits: readonly [number, number]): string {
    const key = `${unit} ${digits.join(' ')}`;
    let format = this.formats.get(key);
    if (!format) this.formats.set(key, (format = formatOf(this.locale, unit, digits)));
    // A text of digits is taken as the exact number that it writes; the type has only literal ones.
    return format.format(amount as Intl.StringNumericLiteral).replace('-', minus);
  }
}

function formatOf(
  locale: string,
  unit: MoneyUnit,
  [least, most]: readonly [number, number],
): Intl.NumberFormat {
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    ...(unit === 'USD' && style),
  });
}
