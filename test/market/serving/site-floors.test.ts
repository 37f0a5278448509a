import { describe, expect, it } from '@jest/globals';
import { hourOfWeek } from '../../../src/demand/campaigns/schedule';
import { SiteFloors } from '../../../src/market/serving/site-floors';
import { Dice } from '../selection/dice';

const monday = Date.parse('2026-11-23T00:00:00Z');
const hourMs = 3_600_000;

const floors = (
  minimumRpms: readonly string[],
  timeZone = 'UTC',
  minimumRpm: bigint | null = null,
) => new SiteFloors({ minimumRpm, minimumRpms, timeZone });

describe('floors of a site', () => {
  it.each([
    ['nothing', [], 'pl', undefined],
    ['the country', ['country:pl 2', 'Mo 1'], 'pl', 2],
    ['the hour in another country', ['country:pl 2', 'Mo 1'], 'de', 1],
    ['the hour where no country is known', ['country:pl 2', 'Mo 1'], null, 1],
    ['country and hour', ['country:pl 2', 'Mo 1', 'country:pl Mo 0.5'], 'pl', 0.5],
    ['the highest of several alike', ['country:pl 2', 'country:pl 3', 'country:pl 1'], 'pl', 3],
    ['nothing of another hour', ['Tu 1', 'Mo 01:00-02:00 4'], 'pl', undefined],
  ])('ask %s', (_case, minimumRpms, country, expected) => {
    expect(floors(minimumRpms).at(country, monday)).toBe(expected);
  });

  it('go by the clock of the time zone, and by the general floor else', () => {
    const inKathmandu = floors(['Mo 06:00-07:00 3'], 'Asia/Kathmandu', 50_000_000_000n);
    const at = (minutes: number) => inKathmandu.at(null, monday + minutes * 60_000);
    expect([at(14), at(15), at(74), at(75)]).toEqual([0.5, 3, 3, 0.5]);
  });

  it('are those of their plain definition', () => {
    const dice = new Dice(20261127);
    const countries = ['pl', 'de', 'fr'];
    for (let round = 0; round < 300; round += 1) {
      const timeZone = dice.pick(['UTC', 'America/St_Johns', 'Europe/Warsaw']);
      const rows = Array.from({ length: dice.below(8) }, () => {
        const country = dice.isOnce(2) ? dice.pick(countries) : null;
        const hour = country === null || dice.isOnce(2) ? dice.below(24) : null;
        return { country, hour, rpm: dice.below(5) };
      });
      const known = floors(rows.map(textOf), timeZone, 9n * 10n ** 11n);
      for (let find = 0; find < 10; find += 1) {
        const country = dice.pick([...countries, null]);
        const now = monday + dice.below(400) * (hourMs / 4);
        const clock = hourOfWeek(timeZone, now) % 24;
        const fitting = rows.filter(
          (row) =>
            (row.country === null || row.country === country) &&
            (row.hour === null || row.hour === clock),
        );
        const special = (row: (typeof rows)[number]) =>
          (row.country === null ? 0 : 2) + (row.hour === null ? 0 : 1);
        const most = Math.max(...fitting.map(special));
        const alike = fitting.filter((row) => special(row) === most);
        const expected = alike.length === 0 ? 9 : Math.max(...alike.map(({ rpm }) => rpm));
        expect([rows, country, known.at(country, now)]).toEqual([rows, country, expected]);
      }
    }
  });
});

function textOf({
  country,
  hour,
  rpm,
}: {
  readonly country: string | null;
  readonly hour: number | null;
  readonly rpm: number;
}): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return [
    ...(country === null ? [] : [`country:${country}`]),
    ...(hour === null ? [] : [`Mo-Su ${two(hour)}:00-${two(hour + 1)}:00`]),
    rpm,
  ].join(' ');
}
