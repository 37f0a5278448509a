import { listOf, member } from '../../input-members';
import { type Kind, kind } from '../../platform/resources/kinds';

/** The spans that caps count in, by the clocks of the campaign's time zone; a week begins on Monday. */
const capPeriods = ['hour', 'day', 'week', 'life'] as const;
export type CapPeriod = (typeof capPeriods)[number];

/** So often at most, in so long, one visitor sees it. */
export interface FrequencyCap {
  readonly views: number;
  readonly per: CapPeriod;
}

const capPattern = `^[1-9]\\d{0,3}/(?:${capPeriods.join('|')})$`;
const capForm = new RegExp(capPattern);

const capEntry = {
  ...kind.plainText,
  input: member(
    (value) =>
      typeof value === 'string' && capForm.test(value)
        ? { value }
        : `must be 1 to 9999 views per ${capPeriods.join(', ')}, such as 3/day`,
    { type: 'string', pattern: capPattern },
  ),
  example: '3/day',
};

const periodsOf = (caps: readonly string[]) => new Set(capsOf(caps).map(({ per }) => per));

/** One cap for each period at most; an empty list is refused. */
export const frequencyCapsKind: Kind<readonly string[] | null> = kind.orNull({
  ...kind.listOf(
    capEntry,
    listOf(capEntry.input, { most: capPeriods.length })
      .refine((caps) => caps.length > 0, 'must name a cap: null is without')
      .refine((caps) => periodsOf(caps).size === caps.length, 'must have one cap for a period'),
  ),
  range: `1 to ${capPeriods.length} caps`,
});

/** Reads stored caps. */
export function capsOf(caps: readonly string[]): readonly FrequencyCap[] {
  return caps.map((cap) => {
    const [views, name] = cap.split('/');
    const per = capPeriods.find((period) => period === name);
    if (per === undefined) throw new Error(`${cap} is no cap`);
    return { views: Number(views), per };
  });
}
