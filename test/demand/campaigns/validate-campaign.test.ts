import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, sendGraphql, startApp, type TestApp } from '../../support/app';
import { aPng } from '../../support/campaigns';
import { uploadFile } from '../../support/uploads';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'] });
});

const input = {
  ...{ name: 'Spring', status: 'active', landingUrl: 'https://shop.example/', medium: 'web' },
  ...{ hourlyBudget: '5', startsAt: '2026-01-01T00:00:00Z' },
};

async function ask(query: string, variables: object) {
  const { body } = await sendGraphql(app, token, query, variables);
  return {
    data: body.data as Readonly<Record<string, unknown>> | null,
    details: body.errors?.[0].extensions.details as object | undefined,
  };
}

const validate = (changes: object) =>
  ask('query ($input: CreateCampaignInput!) { validateCampaign(input: $input) }', {
    input: { ...input, ...changes },
  });

const create = (changes: object) =>
  ask('mutation ($input: CreateCampaignInput!) { createCampaign(input: $input) { name } }', {
    input: { ...input, ...changes },
  });

const upload = async () => (await uploadFile(app, token, aPng('300x250'))).body.data.id as string;

describe('validateCampaign', () => {
  it('creates nothing and leaves the upload: it can be used afterwards, once', async () => {
    const creatives = [{ fileId: await upload(), name: 'A' }];
    expect((await validate({ creatives })).data).toEqual({ validateCampaign: true });
    expect((await validate({ creatives })).data).toEqual({ validateCampaign: true });
    const { data } = await ask('{ campaigns(first: 1) { totalCount } }', {});
    expect(data).toEqual({ campaigns: { totalCount: 0 } });
    expect((await create({ creatives })).data).toEqual({ createCampaign: { name: 'Spring' } });
    expect((await validate({ creatives })).details).toEqual({
      'creatives.0.fileId': ['is not an unused upload of yours'],
    });
  });

  it.each([
    { hourlyBudget: '0.000001' },
    { hourlyBudget: '10', dailyBudget: '1' },
    { maxCpm: '0.00000001' },
    { schedule: [] },
    { schedule: ['Mo-Fr 9-17'] },
    { timeZone: 'Mars/Olympus' },
    { startsAt: '2027-01-01T00:00:00Z', endsAt: '2026-12-01T00:00:00Z' },
    { frequencyCaps: ['0/day', '-1/week', '99999/life'] },
    { bidModifiers: ['device:fridge 2', 'Mo 99'] },
    { landingUrl: 'javascript:alert(1)' },
    { landingUrl: `https://shop.example/?${'{site}'.repeat(17)}` },
    { creatives: [{ fileId: '0'.repeat(32), name: 'A' }] },
    { creatives: [] },
    { name: '', landingUrl: 'x', hourlyBudget: '-1' },
  ])('says of %j what a creation says', async (changes) => {
    const creatives = [{ fileId: await upload(), name: 'A' }];
    const told = await validate({ creatives, ...changes });
    expect(told.data).toBeNull();
    expect(Object.keys(told.details ?? {})).not.toEqual([]);
    expect(told.details).toEqual((await create({ creatives, ...changes })).details);
  });
});
