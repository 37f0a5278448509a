import { beforeAll, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import {
  createConversion,
  deleteConversion,
  updateConversion,
} from '../../../src/demand/conversions/conversion.service';
import { startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { aNewConversion } from '../../support/conversions';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

/** An active campaign whose price its conversions are alone. */
async function aCampaignPaidBy(conversions: number) {
  const { campaign } = await createActiveCampaign(app.ctx);
  const { advertiserId, id: campaignId } = campaign;
  const ids: string[] = [];
  for (let nth = 0; nth < conversions; nth += 1) {
    const terms = aNewConversion({ advertiserId, campaignId, value: usd('0.5') });
    ids.push((await createConversion(app.ctx, terms)).id);
  }
  await app.ctx.campaigns.update(campaign, { maxCpm: 0n });
  const setStatus = (ctx: ServiceContext, status: 'active' | 'inactive') =>
    updateCampaign(ctx, { advertiserId, id: campaignId, changes: { status } });
  return { advertiserId, campaignId, ids, setStatus };
}

const refused = { status: 'rejected', reason: { details: { value: [expect.any(String)] } } };

it('of the last conversions that go at once one stays', async () => {
  const { advertiserId, campaignId, ids } = await aCampaignPaidBy(3);
  const [one, other, third] = ids;
  const outcomes = await Promise.allSettled([
    deleteConversion(app.ctx, { advertiserId, id: one! }),
    deleteConversion(app.ctx, { advertiserId, id: other! }),
    updateConversion(app.ctx, { advertiserId, id: third!, changes: { value: 0n } }),
  ]);
  const failed = outcomes.filter(({ status }) => status === 'rejected');
  expect(failed).toMatchObject([refused]);
  const left = await app.ctx.conversions.listByCampaigns([campaignId]);
  expect(left.filter(({ value }) => value !== 0n)).toHaveLength(1);
});

it('a campaign is not activated by a conversion that goes meanwhile', async () => {
  const { advertiserId, campaignId, setStatus } = await aCampaignPaidBy(1);
  await setStatus(app.ctx, 'inactive');
  const conversions = {
    ...app.ctx.conversions,
    async listByCampaigns(...of: Parameters<ServiceContext['conversions']['listByCampaigns']>) {
      const found = await app.ctx.conversions.listByCampaigns(...of);
      for (const { id } of found) await deleteConversion(app.ctx, { advertiserId, id });
      return found;
    },
  };
  await expect(setStatus({ ...app.ctx, conversions }, 'active')).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  });
  expect(await app.ctx.campaigns.findById(campaignId)).toMatchObject({ status: 'inactive' });
});
