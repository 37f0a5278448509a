import { member } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';

/**
 * How many categories of the second tier each of the first has, in the order of their numbers.
 *
 * @see IAB Content Taxonomy 1.0, which OpenRTB 2.5 prints as its list 5.1
 */
const subcategories = [
  7, 23, 12, 11, 15, 9, 45, 18, 31, 9, 5, 3, 12, 8, 10, 7, 44, 6, 36, 27, 3, 4, 10, 0, 7, 4,
] as const;

/** The numbers from 1 to 99 at most, as a pattern. */
function upTo(most: number): string {
  const [tens, ones] = [Math.floor(most / 10), most % 10];
  if (tens === 0) return `[1-${ones}]`;
  return `[1-9]${tens > 1 ? `|[1-${tens - 1}]\\d` : ''}|${tens}[0-${ones}]`;
}

const codes = subcategories.map((most, at) =>
  most === 0 ? `${at + 1}` : `${at + 1}(?:-(?:${upTo(most)}))?`,
);
const form = new RegExp(`^IAB(?:${codes.join('|')})$`);

/** A category of the first or of the second tier, by its code. */
export const contentCategory: Kind<string> = {
  ...kind.plainText,
  input: member(
    (value) =>
      typeof value === 'string' && form.test(value)
        ? { value }
        : 'must be a category of the IAB Content Taxonomy 1.0, such as IAB2 or IAB2-3',
    { type: 'string', pattern: form.source },
  ),
  range: 'a code of the IAB Content Taxonomy 1.0',
  example: 'IAB2-3',
};

/** The category of the first tier that a category is, or is a part of. */
export const parentCategoryOf = (code: string): string => code.split('-', 1)[0] ?? code;

/** Says that two categories are the same, or that one is a part of the other. */
export const isSameCategory = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
