import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Campaign } from '../../../src/demand/campaigns/campaign.resource';
import { isShownOn } from '../../../src/demand/campaigns/excluded-peers';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';

let app: TestApp;
let accountId: string;
let own: Campaign;
let other: Campaign;
beforeEach(async () => {
  app = await startApp();
  ({ id: accountId } = await createAccount(app.ctx, {
    email: 'publisher@test.example',
    password: 'correct horse',
    roles: ['advertiser', 'publisher'],
  }));
  ({ campaign: own } = await createActiveCampaign(app.ctx, {
    campaign: { advertiserId: accountId, maxCpm: usd('3') },
  }));
  ({ campaign: other } = await createActiveCampaign(app.ctx, { campaign: { maxCpm: usd('2') } }));
});
afterEach(() => app.close());

const change = async (
  campaign: Campaign,
  changes: Partial<Pick<Campaign, 'priority' | 'shareOfVoice' | 'status'>>,
) => {
  const { advertiserId, id } = campaign;
  await updateCampaign(app.ctx, { advertiserId, id, changes });
  await takeUp();
};
const takeUp = async () => {
  const ids = [own.id, other.id];
  const creatives = await app.ctx.creatives.listByCampaigns(ids);
  await app.ctx.inventory.refresh({
    campaignIds: ids,
    creativeIds: creatives.map(({ id }) => id),
  });
};

let finds = 0;
/** The ad of a find on a site of the account, or of nobody. */
const find = async (publisher: string | null) => {
  finds += 1;
  const id = `${String(finds).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const url = publisher === null ? 'https://strange.example' : 'https://own.example';
  const { body } = await send(`${app.url}/supply/find`, {
    json: {
      context: { iid: id, url, medium: 'web', ...(publisher !== null && { publisher }) },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  const [bid] = body.data;
  const { campaign } = (bid && app.ctx.inventory.find(bid.creativeId.replaceAll('-', ''))) ?? {};
  return bid ? { campaignId: campaign?.id, priority: bid.priority, rpm: bid.rpm } : null;
};

it('a house ad is shown on an own site where nobody else is, and on no other site', async () => {
  await change(own, { priority: 'house' });
  expect(await find(accountId)).toMatchObject({ campaignId: other.id });
  expect(await find(null)).toMatchObject({ campaignId: other.id });
  await change(other, { status: 'inactive' });
  expect(await find(accountId)).toEqual({ campaignId: own.id, priority: 'house', rpm: 0 });
  expect(await find(null)).toBeNull();
});

it('a sponsorship is shown on an own site before any bid, and on no other site', async () => {
  await change(own, { priority: 'standard' });
  expect(await find(null)).toEqual({ campaignId: own.id, rpm: 3 });
  await change(own, { priority: 'sponsorship' });
  const first = { campaignId: own.id, priority: 'sponsorship', rpm: 0 };
  for (let nth = 0; nth < 20; nth += 1) expect(await find(accountId)).toEqual(first);
  expect(await find(null)).toMatchObject({ campaignId: other.id });
});

it('a campaign of before competes by its bid', async () => {
  await change(own, { priority: 'house', shareOfVoice: 5 });
  const { models } = app.ctx.campaigns;
  await models[0]?.collection.updateMany({}, { $unset: { priority: 1, shareOfVoice: 1 } });
  await takeUp();
  expect(await find(null)).toEqual({ campaignId: own.id, rpm: 3 });
  expect(await app.ctx.campaigns.findById(own.id)).toMatchObject({
    ...{ priority: 'standard', shareOfVoice: 100 },
  });
});

it('a view of other servers is taken for a campaign of the usual priority alone', () => {
  const terms = { showsOnPeers: true, requiresViewability: false, excludedPeers: [] };
  expect(isShownOn({ ...terms, priority: 'standard' }, 'A')).toBe(true);
  expect(isShownOn({ ...terms, priority: 'sponsorship' }, 'A')).toBe(false);
  expect(isShownOn({ ...terms, priority: 'house' }, 'A')).toBe(false);
});
