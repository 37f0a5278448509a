import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { BlockDecisions, NamedBlocks } from '../../../src/supply/sites/site-blocks';
import { changeSiteBlocks } from '../../../src/supply/sites/site-blocks.service';
import { logIn, send, startApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { anId } from '../../support/events';
import { eventually } from '../../support/eventually';
import { aSite } from '../../support/verifier';

const nothing: NamedBlocks = {
  ...{ domains: [], categories: [], advertisers: [], types: [], servers: [] },
};

it('finds show no ad of a blocked category or advertiser, and show all again', async () => {
  const app = await startApp();
  const { ctx } = app;
  await logIn(app, 'publisher', 'p@test.example');
  const { account } = (await ctx.accounts.findLogin('p@test.example'))!;
  const host = 'blocks.example';
  const site = { id: anId(), publisherId: account.id };
  await ctx.sites.insertOrFind(aSite({ ...site, host }));
  const adOf = async (campaign: object) =>
    (await createActiveCampaign(ctx, { campaign })).creatives[0]!.id;
  const [advertiserId, otherId] = [anId(), anId()];
  const car = await adOf({ advertiserId, category: 'IAB2-3' });
  const plain = await adOf({ advertiserId });
  const pet = await adOf({ advertiserId: otherId, category: 'IAB16' });

  /** Those that 60 finds, which would show each, have shown. */
  const shown = async () => {
    const seen = new Set<string>();
    for (let find = 0; find < 60; find += 1) {
      const context = { iid: randomUUID(), publisher: account.id, url: `https://${host}/` };
      const placements = [{ id: '1', width: 300, height: 250 }];
      const { body } = await send(`${app.url}/supply/find`, { json: { context, placements } });
      for (const { creativeId } of body.data) seen.add(creativeId.replaceAll('-', ''));
    }
    return seen;
  };
  const change = (decisions: Partial<BlockDecisions>) =>
    changeSiteBlocks(ctx, {
      ...site,
      decisions: { block: nothing, allow: nothing, ...decisions },
    });
  const expectShown = (...ids: readonly string[]) =>
    eventually(async () => expect(await shown()).toEqual(new Set(ids)));

  await expectShown(car, plain, pet);
  await change({ block: { ...nothing, categories: ['IAB2'] } });
  await expectShown(plain, pet);
  await change({ block: { ...nothing, advertisers: [plain] } });
  await expectShown(pet);
  await change({ allow: { ...nothing, categories: ['IAB2'], advertisers: [plain] } });
  await expectShown(car, plain, pet);
  await app.close();
});
