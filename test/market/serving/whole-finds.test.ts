import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { CreateCampaignParams } from '../../../src/demand/campaigns/campaign-creation.service';
import type { ObservedFind } from '../../../src/market/outcomes/judge';
import type { Candidate } from '../../../src/market/selection/types';
import { requestBids } from '../../../src/market/serving/serving.service';
import { asRequest, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { Dice } from '../selection/dice';
import { answerPlainly, type PlainCampaign } from './plain-find';

const worlds = 4;
const campaignsOfWorld = 12;
const finds = 120;
const visitors = 8;

/** A campaign with some of all terms that concern more than one placement. */
const someTerms = (dice: Dice): Partial<CreateCampaignParams> => ({
  advertiserId: dice.pick(['ad', 'bd', 'cd']).repeat(16),
  // Few prices: ties, and rivals that bid alike.
  maxCpm: usd(dice.pick(['1', '2', '2', '3', '5'])),
  roadblock: dice.isOnce(2),
  showsOncePerPage: dice.isOnce(3),
  category: dice.pick([null, null, 'IAB2', 'IAB2-3', 'IAB3']),
  competitiveExclusion: dice.isOnce(2),
  frequencyCaps: dice.pick([null, null, ['2/day'], ['8/week', '30/life'], ['60/life']]),
  creativeRotation: dice.pick(['auction', 'auction', 'even', 'weighted']),
});

const someSizes = (dice: Dice): readonly string[] =>
  dice.pick([
    ['300x250'],
    ['300x250', '728x90'],
    ['300x250', '728x90', '300x250', '728x90'],
    ['728x90', '728x90'],
  ]);

async function makeWorld({ ctx }: TestApp, dice: Dice): Promise<readonly PlainCampaign[]> {
  const made: PlainCampaign[] = [];
  for (let nth = 0; nth < campaignsOfWorld; nth += 1) {
    const sizes = someSizes(dice);
    const { campaign, creatives } = await createActiveCampaign(ctx, {
      ...{ campaign: someTerms(dice), sizes },
    });
    made.push({
      terms: campaign,
      candidates: creatives.map(({ id }) => candidateOf(ctx, id)),
      sizes,
    });
  }
  return made;
}

function candidateOf({ inventory }: TestApp['ctx'], id: string): Candidate {
  const candidate = inventory.index.find(id);
  if (!candidate) throw new Error('a creative is not for sale');
  return candidate;
}

/** Asks as a visitor does. @returns bids, and each placement as the selection was asked */
async function ask({ ctx }: TestApp, sizes: readonly string[], visitor: string) {
  const asked: ObservedFind[] = [];
  const note = <One>(imps: readonly One[], observe: (imp: One) => ObservedFind) => {
    asked.push(...imps.map(observe));
  };
  Object.assign(ctx.findObserver, { note });
  const imps = sizes.map((size, at) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    const placement = { width, height, depth: 0, name: `${size} ${at}` };
    return { types: undefined, mimes: undefined, isTopFrame: null, id: `${at}`, placement };
  });
  const { bids } = await requestBids(
    asRequest(ctx),
    {
      id: randomUUID(),
      site: { host: 'pages.example', publisher: null, medium: 'web', vendor: null },
      user: { id: visitor, hasWallet: false, utcOffset: null, consent: null },
      imps,
      ...{ isTest: false, isFromTag: false },
    },
    { explainTo: null },
  );
  return { bids, asked };
}

/** Says that offers of now reach a cap, of whatever period. */
const areReached = (caps: readonly string[] | null, offers: number): boolean =>
  (caps ?? []).some((cap) => offers >= Number(cap.split('/')[0]));

it('a find of several placements has the winners and prices of its plain definition', async () => {
  const dice = new Dice(36);
  const met = { roadblocks: 0, second: 0 };
  for (let world = 0; world < worlds; world += 1) {
    const app = await startApp();
    const campaigns = await makeWorld(app, dice);
    const all = campaigns.flatMap(({ candidates }) => candidates);
    const offered = new Map<string, Candidate[]>();
    for (let nth = 0; nth < finds; nth += 1) {
      const isSecondPrice = dice.isOnce(2);
      const type = isSecondPrice ? 'second_price' : 'first_price';
      Object.assign(app.ctx, { auctionTypes: { at: () => type } });
      const sizes = Array.from({ length: 1 + dice.below(4) }, () =>
        dice.pick(['300x250', '728x90']),
      );
      const visitor = `visitor ${nth % visitors}`;
      const before = offered.get(visitor) ?? [];
      const { bids, asked } = await ask(app, sizes, visitor);
      const isReached = (id: string, chosen: number) => {
        const caps = campaigns.find(({ terms }) => terms.id === id)?.terms.frequencyCaps ?? null;
        return areReached(
          caps,
          before.filter(({ campaignId }) => campaignId === id).length + chosen,
        );
      };
      const plain = answerPlainly({ campaigns, asked, isReached, isSecondPrice });
      const told = bids.map(({ impId, creativeId }) => `${impId}: ${creativeId}`);
      expect(told).toEqual(plain.map((one) => `${one.nth}: ${one.creativeId}`));
      for (const [at, { rpm }] of plain.entries()) expect(bids[at]?.rpm).toBeCloseTo(rpm, 1);
      const won = bids.flatMap(
        ({ creativeId }) => all.find((one) => one.creativeId === creativeId) ?? [],
      );
      offered.set(visitor, [...before, ...won]);
      const isOfRoadblock = ({ campaignId }: Candidate) =>
        campaigns.some(({ terms }) => terms.id === campaignId && terms.roadblock);
      if (sizes.length > 1 && won.some(isOfRoadblock)) met.roadblocks += 1;
      if (isSecondPrice && won.length > 1) met.second += 1;
    }
    await app.close();
  }
  const isMetOften = Object.values(met).every((count) => count > 20);
  expect({ ...met, isMetOften }).toEqual({ ...met, isMetOften: true });
});
