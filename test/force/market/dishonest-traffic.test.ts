import { describe, expect, it } from '@jest/globals';
import { happenEach, refusedShareOf, type Takings } from '../../support/happened-traffic';
import { usualTimes } from '../../support/patience';
import { dishonestTraffic, honestTraffic, type Visit } from '../../support/traffic';
import { startVerifier } from '../../support/verification';

/** A tenth of an hour's traffic; `npm run soak` has all of it. */
const size = Number(process.env['SOAK_TRAFFIC_SIZE'] ?? 0.1);

const takingsOf = async (traffic: Readonly<Record<string, readonly Visit[]>>) =>
  happenEach(await startVerifier({ env: usualTimes }), traffic);

/** Of each kind the percent of its money that is refused. */
function tell(kinds: ReadonlyMap<string, Takings>): void {
  const refused = [...kinds].map(([kind, takings]) => [kind, refusedShareOf([takings])]);
  console.log(`refused: ${JSON.stringify(Object.fromEntries(refused))}`);
}

describe('the money of traffic', () => {
  it('that is dishonest is refused by 95%', async () => {
    const kinds = await takingsOf(dishonestTraffic(size));
    tell(kinds);
    expect(refusedShareOf(kinds.values())).toBeGreaterThanOrEqual(95);
    for (const kind of ['farm', 'hoarder', 'pixelStuffer', 'crawler', 'dataCenter'])
      expect([kind, kinds.get(kind)?.paid]).toEqual([kind, 0n]);
    const { outcomes } = kinds.get('instantClicker') ?? {};
    expect(outcomes?.['click: accepted']).toBeUndefined();
    expect(outcomes?.['click: impossible_timing']).toBeGreaterThan(0);
    expect(kinds.get('clickSpam')?.outcomes['click: accepted']).toBe(5);
    expect(kinds.get('refresher')?.outcomes['impression: accepted']).toBe(300);
  });

  it('that is honest is paid by 99.5%', async () => {
    const kinds = await takingsOf(honestTraffic(size));
    tell(kinds);
    for (const [kind, takings] of kinds) {
      const { outcomes } = takings;
      expect([kind, refusedShareOf([takings]) <= 0.5, outcomes]).toEqual([kind, true, outcomes]);
    }
  });
});
