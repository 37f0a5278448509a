import { describe, expect, it } from '@jest/globals';
import { startVerifier } from '../../support/verification';
import { dishonestTraffic, happen, honestTraffic, type Visit } from '../../support/traffic';

/** A tenth of an hour's traffic; `npm run soak` has all of it. */
const size = Number(process.env['SOAK_TRAFFIC_SIZE'] ?? 0.1);

/** Verifies each kind of traffic on a market of its own. */
async function takingsOf(traffic: Readonly<Record<string, readonly Visit[]>>) {
  const one = await startVerifier({ env: { ADGATE_LEAST_VIEW_MS: '800' } });
  const kinds = new Map<string, Awaited<ReturnType<typeof happen>>>();
  for (const [kind, visits] of Object.entries(traffic)) {
    kinds.set(kind, await happen(one, visits));
  }
  return kinds;
}

const percent = (part: bigint, whole: bigint) => Number((part * 10_000n) / whole) / 100;

/** Of each kind the percent of its money that is refused. */
function tell(kinds: Awaited<ReturnType<typeof takingsOf>>): void {
  const refused = [...kinds].map(([kind, { asked, paid }]) => [kind, percent(asked - paid, asked)]);
  console.log(`refused: ${JSON.stringify(Object.fromEntries(refused))}`);
}

describe('the money of traffic', () => {
  it('that is dishonest is refused by 95%', async () => {
    const kinds = await takingsOf(dishonestTraffic(size));
    const sum = (of: 'asked' | 'paid') =>
      [...kinds.values()].reduce((all, one) => all + one[of], 0n);
    tell(kinds);
    expect(percent(sum('paid'), sum('asked'))).toBeLessThanOrEqual(5);
    for (const kind of ['farm', 'hoarder', 'pixelStuffer', 'crawler', 'dataCenter'])
      expect([kind, kinds.get(kind)?.paid]).toEqual([kind, 0n]);
    expect(kinds.get('clickSpam')?.outcomes['click: accepted']).toBe(5);
    expect(kinds.get('refresher')?.outcomes['impression: accepted']).toBe(300);
  });

  it('that is honest is paid by 99.5%', async () => {
    const kinds = await takingsOf(honestTraffic(size));
    tell(kinds);
    for (const [kind, { asked, paid, outcomes }] of kinds)
      expect([kind, percent(asked - paid, asked) <= 0.5, outcomes]).toEqual([kind, true, outcomes]);
  });
});
