import { describe, expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { dishonestFinds, honestFinds } from '../../support/find-traffic';
import { happenFinds } from '../../support/happened-finds';
import { usualTimes } from '../../support/patience';
import { recount } from '../../support/recounted-finds';
import { hear, removeUnseen } from '../../support/unseen-supply';
import { startVerifier } from '../../support/verification';
import { minutesAfter, noon } from '../../support/verifier';

/** Sites of honest finds and their placements, by their ids. */
async function readHonestSupply(db: Connection) {
  const sites = await db.collection('sites').find({ host: /^news/ }).toArray();
  const siteId = { $in: sites.map(({ _id }) => String(_id)) };
  const placements = await db.collection('placements').find({ siteId }).toArray();
  return [...sites, ...placements].map(({ _id }) => String(_id)).toSorted();
}

/** Hours after which placements, then sites, then accounts are marked and gone, where nobody has seen the placements. */
const hoursOfRemoval = [50, 53, 102, 105, 154, 157];

const { unseenFinds = [], madeUpSupply = [] } = dishonestFinds();

describe.each([
  ['alone', []],
  ['beside finds that nobody looks at', unseenFinds],
  ['beside supply that is made up', madeUpSupply],
])('an hour of honest finds, which want 95% of a budget, %s', (_case, dishonest) => {
  it('loses nobody more than the bounds say, and leaves nothing of what cheats have made', async () => {
    const one = await startVerifier({ env: usualTimes });
    const cheats = new Set(dishonest);
    const answered = await happenFinds(one, [...honestFinds(), ...dishonest]);
    const count = () => recount(one.db, answered, ({ find }) => cheats.has(find));
    const { taken, refused, refusedHonest, unpaidHonest, supply } = await count();
    expect(taken).toBeLessThanOrEqual(2);
    expect(taken > 0).toBe(dishonest.length > 0);
    expect(refused).toBeGreaterThanOrEqual(dishonest.length > 0 ? 95 : 0);
    expect(refusedHonest).toBeLessThanOrEqual(0.5);
    expect(unpaidHonest).toBeLessThanOrEqual(0.5);
    expect(supply).toBeLessThanOrEqual(2_000);
    expect(supply > 1_900).toBe(dishonest === madeUpSupply);

    const honest = await readHonestSupply(one.db);
    expect(honest).toHaveLength(40 + 40 * 3);
    for (const hours of hoursOfRemoval) {
      one.clock.now = minutesAfter(noon, hours * 60);
      await hear(one);
      await removeUnseen(one);
    }
    expect(await readHonestSupply(one.db)).toEqual(honest);
    expect((await count()).supply).toBe(0);
  });
});
