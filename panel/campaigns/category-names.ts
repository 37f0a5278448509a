import { categories } from '../texts/en/categories';
import { t } from '../texts/texts';

type Category = keyof typeof categories;

const isCategory = (code: string): code is Category => Object.hasOwn(categories, code);

/** A category by its name; one of the second tier by its code, behind the name of the first. */
export function categoryText(code: string): string {
  const [first = ''] = code.split('-');
  const name = isCategory(first) ? t(`categories.${first}`) : first;
  return first === code ? name : `${name} (${code})`;
}

/** The first tier and these categories, in the order of their names. */
export function categoryChoices(
  chosen: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  const codes = [...new Set([...Object.keys(categories), ...chosen])];
  const named = codes.map((value) => ({ value, label: categoryText(value) }));
  return named.sort((one, other) => one.label.localeCompare(other.label));
}
