import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { toId } from '../../../src/id';
import { createAccount } from '../../../src/identity/accounts/account.service';
import { minuteMs } from '../../../src/time';
import { accessToken, logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { aCampaign, aPng } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { uploadFile } from '../../support/uploads';

const email = 'advertiser@test.example';
let app: TestApp;
/** The same server once more. */
let other: TestApp;
let token: string;
let advertiserId: string;
beforeAll(async () => {
  const mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri });
  other = await startApp({ mongodbUri });
  token = await logIn(app, 'advertiser');
  advertiserId = (await app.ctx.accounts.findLogin(email))!.account.id;
});

const input = {
  ...{ name: 'Spring', status: 'draft', landingUrl: 'https://shop.example/', medium: 'web' },
  ...{ hourlyBudget: '5', startsAt: '2026-01-01T00:00:00Z' },
  targeting: { requires: { device: { type: ['mobile'] } }, excludes: {} },
};

async function create(given: object, reference: string | null, server = app) {
  const { body } = await sendGraphql(
    server,
    token,
    `mutation ($input: CreateCampaignInput!, $reference: String) {
        createCampaign(input: $input, reference: $reference) { id name creatives { nodes { id } } }
      }`,
    { input: given, reference },
  );
  return {
    campaign: body.data?.createCampaign as { id: string; creatives: { nodes: object[] } } | null,
    code: body.errors?.[0].extensions.code as string | undefined,
    message: body.errors?.[0].message as string | undefined,
  };
}

const countAll = async () => {
  const query = '{ campaigns(first: 1) { totalCount } }';
  const { body } = await sendGraphql(app, token, query);
  return body.data.campaigns.totalCount as number;
};

describe('createCampaign with a reference', () => {
  it('makes one campaign, however often it is asked for, and uses its uploads once', async () => {
    const ofApi = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'], email });
    const file = (await uploadFile(app, ofApi, aPng('300x250'))).body.data.id as string;
    const given = { ...input, status: 'active', creatives: [{ fileId: file, name: 'A' }] };
    const before = await countAll();
    const first = await create(given, 'order 1');
    expect([first.code, first.campaign?.creatives.nodes.length]).toEqual([undefined, 1]);
    expect((await create(given, ' order 1 ')).campaign).toEqual(first.campaign);
    expect((await create(given, 'order 1', other)).campaign).toEqual(first.campaign);
    expect(await countAll()).toBe(before + 1);
    // Another question of the same input is another campaign: its uploads are gone.
    expect((await create(given, 'order 2')).code).toBe('VALIDATION_FAILED');
  });

  it('makes one of many that are asked for at once, on two gateways', async () => {
    const before = await countAll();
    const answers = await Promise.all(
      [app, other, app, other, app, other].map((server) => create(input, 'at once', server)),
    );
    expect(answers.map(({ code }) => code)).toEqual(answers.map(() => undefined));
    expect(new Set(answers.map(({ campaign }) => campaign!.id)).size).toBe(1);
    expect(await countAll()).toBe(before + 1);
  });

  it('is the same input in whatever order its members stand', async () => {
    const first = await create(input, 'ordered');
    const { targeting, ...rest } = input;
    const turned = { targeting: { excludes: {}, requires: targeting.requires }, ...rest };
    expect((await create(turned, 'ordered')).campaign).toEqual(first.campaign);
  });

  it.each([
    ['another name', { name: 'Autumn' }],
    ['another budget', { hourlyBudget: '5.01' }],
    ['another status', { status: 'inactive' }],
    ['another targeting', { targeting: { requires: { device: { type: ['desktop'] } } } }],
  ])('refuses %s by the same reference', async (_case, change) => {
    const first = await create(input, 'taken');
    const { code, message } = await create({ ...input, ...change }, 'taken');
    expect(code).toBe('CONFLICT');
    expect(message).toContain(first.campaign!.id);
  });

  it('does not bring back a campaign that was deleted', async () => {
    const { campaign } = await create(input, 'deleted');
    await app.ctx.campaigns.delete(advertiserId, campaign!.id, new Date());
    const again = await create(input, 'deleted');
    expect([again.code, again.message]).toEqual([
      'CONFLICT',
      expect.stringContaining('was deleted'),
    ]);
  });

  it('is free again where nothing was made', async () => {
    expect((await create({ ...input, medium: 'no such' }, 'again')).code).toBe('VALIDATION_FAILED');
    const failing = Object.assign(Object.create(app.ctx) as typeof app.ctx, {
      campaigns: {
        ...app.ctx.campaigns,
        // The campaign is stored, and the answer is lost.
        async insert(...args: Parameters<typeof app.ctx.campaigns.insert>) {
          await app.ctx.campaigns.insert(...args);
          throw new Error('the connection was lost');
        },
      },
    });
    const params = { ...aCampaign({ advertiserId }), reference: 'lost' };
    await expect(createCampaign(failing, params)).rejects.toThrow('the connection was lost');
    const { id } = await createCampaign(app.ctx, params);
    expect(await app.ctx.campaigns.findOwned(advertiserId, id)).toMatchObject({ id });
    expect((await create(input, 'again')).code).toBeUndefined();
  });

  it('makes it of the same uploads once more where it was cut off before the campaign was stored', async () => {
    const ofApi = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'], email });
    const file = (await uploadFile(app, ofApi, aPng('300x250'))).body.data.id as string;
    const given = { ...input, creatives: [{ fileId: file, name: 'A' }] };
    const { campaigns, creatives } = app.ctx;
    jest.spyOn(campaigns, 'insert').mockRejectedValueOnce(new Error('the database is gone'));
    jest.spyOn(creatives, 'discard').mockRejectedValueOnce(new Error('the database is gone'));
    expect((await create(given, 'cut off')).code).toBe('INTERNAL_SERVER_ERROR');
    expect(await creatives.findById(toId(file))).not.toBeNull();
    // Another gateway could be about to store the campaign.
    expect((await create(given, 'cut off')).code).toBe('VALIDATION_FAILED');
    await creatives.models[0]!.collection.updateOne(
      { _id: toId(file) as never },
      { $set: { createdAt: new Date(Date.now() - 6 * minuteMs) } },
    );
    expect((await create(given, 'cut off')).campaign?.creatives.nodes).toHaveLength(1);
  });

  it('is of one advertiser', async () => {
    const stranger = await createAccount(app.ctx, {
      ...{ email: 's@test.example', password: 'correct horse', roles: ['advertiser'] },
    });
    const theirs = await createCampaign(app.ctx, {
      ...aCampaign({ advertiserId: stranger.id }),
      reference: 'mine',
    });
    const { campaign } = await create(input, 'mine');
    expect(campaign!.id).not.toBe(theirs.id);
  });

  it.each([
    ['blanks', '  '],
    ['201 characters', 'a'.repeat(201)],
    ['a control character', 'a\u0000'],
  ])('refuses %s', async (_case, reference) => {
    expect((await create(input, reference)).code).toBe('VALIDATION_FAILED');
  });

  it('makes a new campaign each time without one', async () => {
    const [one, two] = [await create(input, null), await create(input, null)];
    expect(one.campaign!.id).not.toBe(two.campaign!.id);
  });
});
