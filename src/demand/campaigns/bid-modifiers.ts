import type { ErrorDetails } from '../../errors';
import { emptiable, listOf, member } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';
import { isSelectable } from '../taxonomy/targeting-values';
import { findTargetingOptions, type Taxonomy } from '../taxonomy/taxonomy';
import { hoursOf, hoursPattern } from './schedule';

const mostModifiers = 50;
const multiplierPattern = '(?:0\\.[1-9]\\d?|[1-9](?:\\.\\d{1,2})?|10(?:\\.0{1,2})?)';
const entryPattern = `^(?:device:[a-z]{1,16}|country:[a-z]{2}|${hoursPattern}) ${multiplierPattern}$`;
const entryForm = new RegExp(entryPattern);

/** Part of a bid that is offered to a type of device, to a country, or in hours of the week. */
export type BidModifier = {
  /** Hundredths of the bid, 10 to 1,000. */
  readonly percent: number;
} & (
  | { readonly of: 'device' | 'country'; readonly value: string }
  | { readonly of: 'hours'; readonly hours: readonly number[] }
);

const entry = {
  ...kind.plainText,
  input: member(
    (value) =>
      typeof value === 'string' && value.length <= 128 && entryForm.test(value)
        ? { value }
        : 'must be a device, a country, or days and hours, and 0.1 to 10 with at most two decimals, such as device:mobile 1.25 or Mo-Fr 09:00-17:00 0.8',
    { type: 'string', pattern: entryPattern, maxLength: 128 },
  ),
  example: 'device:mobile 1.25',
};

/** Parts of a bid by device, country and hour: each device, each country and each set of hours once. */
export const bidModifiersKind: Kind<readonly string[]> = {
  ...kind.listOf(
    entry,
    emptiable(
      listOf(entry.input, { most: mostModifiers }).superRefine((texts, check) => {
        const keys = texts.map((text) => keyOf(bidModifierOf(text)));
        for (const [at, key] of keys.entries())
          if (keys.indexOf(key) < at)
            check.addIssue({ code: 'custom', path: [at], message: 'is there twice' });
      }),
    ),
  ),
  range: `at most ${mostModifiers} entries`,
  example: [],
};

/** Reads a stored entry. */
export function bidModifierOf(text: string): BidModifier {
  const end = text.lastIndexOf(' ');
  const [subject, percent] = [text.slice(0, end), Math.round(Number(text.slice(end + 1)) * 100)];
  const [name, value] = subject.split(':', 2);
  if ((name === 'device' || name === 'country') && value !== undefined)
    return { of: name, value, percent };
  return { of: 'hours', hours: hoursOf([subject]), percent };
}

const keyOf = (modifier: BidModifier): string =>
  `${modifier.of} ${modifier.of === 'hours' ? modifier.hours.join() : modifier.value}`;

const optionOf = {
  device: { group: 'device', name: 'type', problem: 'is no device of the taxonomy' },
  country: { group: 'user', name: 'country', problem: 'is no country of the taxonomy' },
} as const;

/** The problems of devices and countries that the taxonomy does not have. */
export function problemsOfModifiers(
  taxonomy: Taxonomy,
  of: {
    readonly medium: string;
    readonly vendor: string | null;
    readonly bidModifiers?: readonly string[] | undefined;
  },
): ErrorDetails {
  const options = findTargetingOptions(taxonomy, of.medium, of.vendor);
  const details: Record<string, readonly string[]> = {};
  for (const [at, text] of (of.bidModifiers ?? []).entries()) {
    const modifier = bidModifierOf(text);
    if (modifier.of === 'hours') continue;
    const { group, name, problem } = optionOf[modifier.of];
    const option = options?.[group].find((one) => one.name === name);
    if (!option || !isSelectable(option, modifier.value)) details[`bidModifiers.${at}`] = [problem];
  }
  return details;
}
