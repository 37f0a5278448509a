import { beforeAll, expect, it } from '@jest/globals';
import type { ServiceContext } from '../../../src/api/context';
import {
  createConversion,
  updateConversion,
} from '../../../src/demand/conversions/conversion.service';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { startApp, type TestApp } from '../../support/app';
import { aCampaign, usd } from '../../support/campaigns';
import { aNewConversion } from '../../support/conversions';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

it('a conversion keeps a value, or takes one from its link, whatever is changed meanwhile', async () => {
  const { id: campaignId, advertiserId } = await createCampaign(app.ctx, aCampaign());
  const { id } = await createConversion(app.ctx, {
    ...aNewConversion({ advertiserId, campaignId, type: 'advanced', value: usd('0.5') }),
    isValueMutable: true,
  });
  let isFirst = true;
  const conversions = {
    ...app.ctx.conversions,
    async findOwned(...key: Parameters<ServiceContext['conversions']['findOwned']>) {
      const found = await app.ctx.conversions.findOwned(...key);
      if (isFirst) {
        isFirst = false;
        await updateConversion(app.ctx, { advertiserId, id, changes: { value: null } });
      }
      return found;
    },
  };
  const change = { advertiserId, id, changes: { isValueMutable: false } };
  await expect(updateConversion({ ...app.ctx, conversions }, change)).rejects.toMatchObject({
    details: { value: ['is required where the value cannot change'] },
  });
  expect(await app.ctx.conversions.findById(id)).toMatchObject({
    ...{ value: null, isValueMutable: true },
  });
});
