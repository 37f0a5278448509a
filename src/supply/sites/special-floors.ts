import { floorPattern } from '../../amount';
import { hoursOf, hoursPattern } from '../../demand/campaigns/schedule';
import { emptiable, listOf, member } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';

const mostFloors = 50;

const countryLabel = 'country:';
const countryPattern = `${countryLabel}[a-z]{2}`;
const floorEnd = floorPattern.slice(1, -1);
const entryPattern = `^(?:${countryPattern}(?: ${hoursPattern})?|${hoursPattern}) ${floorEnd}$`;
const entryForm = new RegExp(entryPattern);

/** A least price of a site that holds in a country, in hours of the week, or in both. */
export interface SpecialFloor {
  /** ISO 3166-1 alpha-2, lower case; null: in all. */
  readonly country: string | null;
  /** Hours of the week, 0 to 167; null: in all. */
  readonly hours: readonly number[] | null;
  /** USD per thousand impressions, as text. */
  readonly rpm: string;
}

const entry = {
  ...kind.plainText,
  input: member(
    (value) => {
      if (typeof value !== 'string' || value.length > 128 || !entryForm.test(value))
        return 'must be a country, days and hours, or both, and USD, such as country:pl 2.5 or country:pl Mo-Fr 09:00-17:00 3';
      return { value };
    },
    { type: 'string', pattern: entryPattern, maxLength: 128 },
  ),
  example: 'country:pl Mo-Fr 09:00-17:00 2.5',
};

/** Least prices by country and hour. */
export const specialFloors: Kind<readonly string[]> = {
  ...kind.listOf(entry, emptiable(listOf(entry.input, { most: mostFloors }))),
  range: `at most ${mostFloors} entries`,
};

/** Reads a stored entry. */
export function specialFloorOf(text: string): SpecialFloor {
  const words = text.split(' ');
  const rpm = words.pop() ?? '';
  const country = words[0]?.startsWith(countryLabel) ? words.shift() : undefined;
  return {
    country: country?.slice(countryLabel.length) ?? null,
    hours: words.length === 0 ? null : hoursOf([words.join(' ')]),
    rpm,
  };
}
