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

const form = /^IAB([1-9]\d?)(?:-([1-9]\d?))?$/;

function isCategory(value: unknown): value is string {
  const [, first, second] = (typeof value === 'string' && form.exec(value)) || [];
  const most = subcategories[Number(first) - 1];
  return most !== undefined && (second === undefined || Number(second) <= most);
}

/** A category of the first or of the second tier, by its code. */
export const contentCategory: Kind<string> = {
  ...kind.plainText,
  input: member(
    (value) =>
      isCategory(value)
        ? { value }
        : 'must be a category of the IAB Content Taxonomy 1.0, such as IAB2 or IAB2-3',
    { type: 'string', pattern: form.source },
  ),
  range: 'a code of the IAB Content Taxonomy 1.0',
  example: 'IAB2-3',
};

/** Says that two categories are the same, or that one is a part of the other. */
export const isSameCategory = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
