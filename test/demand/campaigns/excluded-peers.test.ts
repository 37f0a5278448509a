import 'reflect-metadata';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { campaignResource } from '../../../src/demand/campaigns/campaign.resource';
import { CreateCampaignInput } from '../../../src/demand/campaigns/campaign.type';
import { absentMembers, absentMembersOfNew } from '../../../src/platform/resources/resource';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { startApp, type TestApp } from '../../support/app';

describe('whether a campaign shows on other servers’ sites', () => {
  let app: TestApp;
  let advertiserId: string;
  beforeAll(async () => {
    app = await startApp();
    const who = {
      email: 'ads@shop.example',
      password: 'correct horse',
      roles: ['advertiser'] as const,
    };
    advertiserId = (await createAccount(app.ctx, who)).id;
  });

  const terms = {
    name: 'Spring',
    landingUrl: 'https://shop.example/',
    medium: 'web',
    hourlyBudget: 500_000_000_000n,
    startsAt: new Date('2026-01-01T00:00:00Z'),
  };
  const create = (given: object) =>
    createCampaign(app.ctx, { ...terms, advertiserId, reference: 'one', ...given });

  it('is so by default for new ones, and not for those made before there was a choice', async () => {
    expect(absentMembersOfNew(campaignResource).showsOnPeers).toBe(true);
    expect(absentMembers(campaignResource).showsOnPeers).toBe(false);
    const { id, showsOnPeers } = await create({ reference: 'new' });
    expect(showsOnPeers).toBe(true);
    await app.ctx.campaigns.models[0]?.updateOne({ _id: id }, { $unset: { showsOnPeers: true } });
    expect((await app.ctx.campaigns.findById(id))!.showsOnPeers).toBe(false);
  });

  it('of an input is what it says, and true where it says nothing', () => {
    const input = {
      ...terms,
      status: 'draft',
      hourlyBudget: '5',
      startsAt: '2026-01-01T00:00:00Z',
    };
    const read = (more: object) => CreateCampaignInput.parse({ ...input, ...more }, app.ctx);
    expect(read({})).toMatchObject({ showsOnPeers: true });
    expect(read({ showsOnPeers: false })).toMatchObject({ showsOnPeers: false });
    expect(read({ showsOnPeers: 'yes' })).toMatchObject({
      details: { showsOnPeers: ['must be true or false'] },
    });
  });

  it('names servers that are excluded, in upper case, at most 100', () => {
    const input = {
      ...terms,
      status: 'draft',
      hourlyBudget: '5',
      startsAt: '2026-01-01T00:00:00Z',
    };
    const read = (excludedPeers: unknown) =>
      CreateCampaignInput.parse({ ...input, excludedPeers }, app.ctx);
    expect(read(['0001-00000005-cbca'])).toMatchObject({ excludedPeers: ['0001-00000005-CBCA'] });
    expect(read(['0001-00000005-CBCA', '0001-00000005-XXXX'])).toMatchObject({
      details: { 'excludedPeers.1': [expect.stringMatching(/^must be an address/)] },
    });
    expect(read(Array.from({ length: 101 }, () => '0001-00000005-CBCA'))).toMatchObject({
      details: { excludedPeers: ['must have at most 100 entries'] },
    });
  });

  it('changes nothing of what a creation is known again by, unless it is refused', async () => {
    const { id } = await create({});
    expect((await create({ showsOnPeers: true, excludedPeers: [] })).id).toBe(id);
    await expect(create({ excludedPeers: ['0001-00000005-CBCA'] })).rejects.toThrow(
      'was created from another input',
    );
    await expect(create({ showsOnPeers: false })).rejects.toThrow('was created from another input');
  });
});
