import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCampaign } from '../../../src/demand/campaigns/campaign-creation.service';
import { deleteCampaign } from '../../../src/demand/campaigns/campaign.service';
import { listConversions } from '../../../src/demand/conversions/conversion.service';
import { logIn, type Reply, sendGraphql, startApp, type TestApp } from '../../support/app';
import { aCampaign, createActiveCampaign } from '../../support/campaigns';
import { aNewConversion } from '../../support/conversions';

const fields = `id campaignId name type limitType eventType value isValueMutable isRepeatable cost occurrences link`;
const create = `mutation ($campaignId: ID!, $input: CreateConversionInput!) {
  conversion: createConversion(campaignId: $campaignId, input: $input) { ${fields} }
}`;
const update = `mutation ($id: ID!, $input: UpdateConversionInput!) {
  conversion: updateConversion(id: $id, input: $input) { ${fields} }
}`;
const remove = `mutation ($id: ID!) { conversion: deleteConversion(id: $id) { id } }`;
const setMode = `mutation ($campaignId: ID!, $mode: ClickConversionMode!) {
  click: setClickConversion(campaignId: $campaignId, mode: $mode) { campaignId mode link }
}`;
const aConversion = (changes: object = {}) => ({
  name: 'Bought',
  type: 'advanced',
  limitType: 'out_of_budget',
  eventType: 'Purchase',
  value: '0.5',
  isValueMutable: true,
  isRepeatable: true,
  ...changes,
});

describe('conversions in GraphQL', () => {
  let app: TestApp;
  let token: string;
  let otherToken: string;
  let campaignId: string;

  const ask = (query: string, variables: object, bearer = token): Promise<Reply> =>
    sendGraphql(app, bearer, query, variables);
  const define = async (changes: object = {}) =>
    (await ask(create, { campaignId, input: aConversion(changes) })).body.data.conversion;
  const failureOf = ({ body }: Reply) => {
    const { code, details } = body.errors[0].extensions;
    return [code, details && Object.keys(details)];
  };

  beforeAll(async () => {
    app = await startApp();
    token = await logIn(app, 'advertiser');
    otherToken = await logIn(app, 'advertiser', 'other@test.example');
    const { account } = (await app.ctx.accounts.findLogin('advertiser@test.example'))!;
    ({ id: campaignId } = await createCampaign(app.ctx, aCampaign({ advertiserId: account.id })));
  });

  it('defines one, with the link that records it', async () => {
    const { body } = await ask(create, { campaignId, input: aConversion() });
    const { id } = body.data.conversion;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(body).toEqual({
      data: {
        conversion: {
          id,
          campaignId,
          name: 'Bought',
          type: 'advanced',
          limitType: 'out_of_budget',
          eventType: 'Purchase',
          value: '0.5',
          isValueMutable: true,
          isRepeatable: true,
          cost: '0',
          occurrences: 0,
          link: `${app.url}/kw/${id}.gif?value=value&nonce=nonce&ts=timestamp&sig=signature`,
        },
      },
    });
  });

  it('defaults to what a basic one may be, whose link has nothing to replace', async () => {
    const input = { name: 'Read', type: 'basic', eventType: 'View', value: '0' };
    const { conversion } = (await ask(create, { campaignId, input })).body.data;
    expect(conversion).toMatchObject({
      limitType: 'in_budget',
      isValueMutable: false,
      isRepeatable: false,
      link: `${app.url}/kw/${conversion.id}.gif`,
    });
  });

  it('changes what is given and keeps the rest', async () => {
    const { id } = await define();
    const input = { name: 'Sold', value: null };
    const { body } = await ask(update, { id, input });
    expect(body.data.conversion).toMatchObject({
      name: 'Sold',
      value: null,
      eventType: 'Purchase',
    });
  });

  it('lists those of many campaigns at once, without the deleted ones', async () => {
    const { advertiserId } = (await app.ctx.campaigns.findById(campaignId))!;
    const campaign = await createCampaign(app.ctx, aCampaign({ advertiserId }));
    const input = aConversion();
    const made: string[] = [];
    for (let count = 0; count < 3; count += 1)
      made.push((await ask(create, { campaignId: campaign.id, input })).body.data.conversion.id);
    expect((await ask(remove, { id: made[1]! })).body).toEqual({
      data: { conversion: { id: made[1] } },
    });
    const unknown = 'f'.repeat(32);
    const listed = await listConversions(app.ctx, [campaign.id, unknown]);
    expect([...listed.keys()]).toEqual([campaign.id]);
    expect(listed.get(campaign.id)!.map(({ id }) => id)).toEqual([made[0], made[2]]);
    expect(failureOf(await ask(remove, { id: made[1]! }))).toEqual(['NOT_FOUND', undefined]);
    expect(failureOf(await ask(update, { id: made[1]!, input: {} }))).toEqual([
      'NOT_FOUND',
      undefined,
    ]);
  });

  it('refuses a hundred and first one, of many at once too', async () => {
    const { advertiserId } = (await app.ctx.campaigns.findById(campaignId))!;
    const { id } = await createCampaign(app.ctx, aCampaign({ advertiserId }));
    for (let at = 0; at < 98; at += 1)
      await app.ctx.conversions.insert(
        aNewConversion({ id: at.toString(16).padStart(32, 'a'), advertiserId, campaignId: id }),
      );
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => ask(create, { campaignId: id, input: aConversion() })),
    );
    const refused = replies.filter(({ body }) => body.errors !== undefined);
    expect(refused.map(failureOf)).toEqual(
      Array.from({ length: 8 }, () => ['VALIDATION_FAILED', ['campaignId']]),
    );
    expect(await app.ctx.conversions.countOf(id)).toBe(100);
  });

  it.each([
    ['none', null],
    ['basic', (id: string) => `/kw/kl/${id}.gif`],
    [
      'advanced',
      (id: string) => `/kw/kl/${id}.gif?value=value&nonce=nonce&ts=timestamp&sig=signature`,
    ],
  ])('lets clicks count by the mode %s', async (mode, pathOf) => {
    const { body } = await ask(setMode, { campaignId: campaignId.toUpperCase(), mode });
    const link = pathOf && `${app.url}${pathOf(campaignId)}`;
    expect(body).toEqual({ data: { click: { campaignId, mode, link } } });
    expect((await app.ctx.campaigns.findById(campaignId))!.conversionClick).toBe(mode);
  });

  it.each([
    ['an empty name', { name: '' }, ['name']],
    ['a name with a zero byte', { name: 'a\0b' }, ['name']],
    ['an event type with half a character', { eventType: '\ud800' }, ['eventType']],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, ['name']],
    ['an empty event type', { eventType: '' }, ['eventType']],
    ['an event type of 51 characters', { eventType: 'x'.repeat(51) }, ['eventType']],
    ['a negative value', { value: '-0.01' }, ['value']],
    ['no value where it cannot change', { value: null, isValueMutable: false }, ['value']],
    [
      'a basic one out of budget',
      { type: 'basic', isValueMutable: false, isRepeatable: false },
      ['limitType'],
    ],
    [
      'a basic one whose value can change',
      { type: 'basic', limitType: 'in_budget', isRepeatable: false },
      ['isValueMutable'],
    ],
    [
      'a basic one that repeats',
      { type: 'basic', limitType: 'in_budget', isValueMutable: false },
      ['isRepeatable'],
    ],
    [
      'everything at once',
      { name: '', eventType: '', type: 'basic', limitType: 'out_of_budget', value: '-1' },
      ['name', 'eventType', 'limitType', 'value', 'isValueMutable', 'isRepeatable'],
    ],
  ])('refuses %s', async (_case, changes, expected) => {
    const reply = await ask(create, { campaignId, input: aConversion(changes) });
    expect(failureOf(reply)).toEqual(['VALIDATION_FAILED', expected]);
  });

  it.each([
    ['type', 'Basic'],
    ['type', 'constructor'],
    ['limitType', ''],
  ])('refuses the %s %j, which the schema does not have', async (member, value) => {
    const reply = await ask(create, { campaignId, input: aConversion({ [member]: value }) });
    expect(reply.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(reply.body.errors[0].message).toContain(`input.${member}`);
  });

  it.each([
    ['a name', { name: null }, ['name']],
    [
      'what cannot be cleared',
      { limitType: null, eventType: null, isValueMutable: null, isRepeatable: null },
      ['eventType', 'limitType', 'isValueMutable', 'isRepeatable'],
    ],
    ['a value that cannot change', { value: null, isValueMutable: false }, ['value']],
  ])('refuses to clear %s', async (_case, input, expected) => {
    const { id } = await define();
    expect(failureOf(await ask(update, { id, input }))).toEqual(['VALIDATION_FAILED', expected]);
  });

  it.each([
    ['a value that is a number', { value: 1 }],
    ['a value with 12 decimals', { value: '0.000000000001' }],
    ['a value past int64', { value: '92233721' }],
    ['a name that is a list', { name: ['a'] }],
    ['a flag that is text', { isRepeatable: 'true' }],
    ['an unknown member', { secret: 'x' }],
    ['a null type', { type: null }],
  ])('is not even asked about %s', async (_case, changes) => {
    const reply = await ask(create, { campaignId, input: aConversion(changes) });
    expect([reply.status, failureOf(reply)[0]]).toEqual([400, 'BAD_USER_INPUT']);
  });

  it('keeps what an active campaign has for a price', async () => {
    const { advertiserId } = (await app.ctx.campaigns.findById(campaignId))!;
    const { campaign } = await createActiveCampaign(app.ctx, { campaign: { advertiserId } });
    const input = aConversion({ value: '0.01' });
    const { conversion } = (await ask(create, { campaignId: campaign.id, input })).body.data;
    await app.ctx.campaigns.update(campaign, { maxCpm: 0n });
    for (const reply of [
      await ask(remove, { id: conversion.id }),
      await ask(update, { id: conversion.id, input: { value: '0.009' } }),
      await ask(update, { id: conversion.id, input: { value: null } }),
    ])
      expect(failureOf(reply)).toEqual(['VALIDATION_FAILED', ['value']]);
    const other = (await ask(create, { campaignId: campaign.id, input })).body.data.conversion;
    expect((await ask(remove, { id: conversion.id })).body.errors).toBeUndefined();
    await app.ctx.campaigns.update(campaign, { status: 'inactive' });
    expect((await ask(remove, { id: other.id })).body.errors).toBeUndefined();
  });

  it('refuses an unknown mode of clicks', async () => {
    const reply = await ask(setMode, { campaignId, mode: 'Basic' });
    expect(reply.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(reply.body.errors[0].message).toContain('$mode');
  });

  it.each(['', 'x', '__proto__', 'f'.repeat(32), '../etc', 'f'.repeat(5_000)])(
    'knows no campaign and no conversion %j',
    async (id) => {
      expect(failureOf(await ask(create, { campaignId: id, input: aConversion() }))[0]).toBe(
        'NOT_FOUND',
      );
      expect(failureOf(await ask(update, { id, input: {} }))[0]).toBe('NOT_FOUND');
      expect(failureOf(await ask(remove, { id }))[0]).toBe('NOT_FOUND');
      expect(failureOf(await ask(setMode, { campaignId: id, mode: 'basic' }))[0]).toBe('NOT_FOUND');
    },
  );

  it('knows no conversion by an id with a dash too many', async () => {
    const { id } = await define();
    expect(failureOf(await ask(update, { id: `${id}-`, input: {} }))[0]).toBe('NOT_FOUND');
    expect(failureOf(await ask(remove, { id: `${id}-` }))[0]).toBe('NOT_FOUND');
  });

  it('knows none of a campaign that is deleted', async () => {
    const { advertiserId } = (await app.ctx.campaigns.findById(campaignId))!;
    const campaign = await createCampaign(app.ctx, aCampaign({ advertiserId }));
    const made = await ask(create, { campaignId: campaign.id, input: aConversion() });
    const { id } = made.body.data.conversion;
    await deleteCampaign(app.ctx, { advertiserId, id: campaign.id });
    for (const reply of [
      await ask(update, { id, input: { name: 'Sold' } }),
      await ask(remove, { id }),
    ])
      expect(failureOf(reply)).toEqual(['NOT_FOUND', undefined]);
  });

  it('hides other people’s', async () => {
    const { id } = await define();
    for (const [query, variables] of [
      [create, { campaignId, input: aConversion() }],
      [update, { id, input: { name: 'Mine' } }],
      [remove, { id }],
      [setMode, { campaignId, mode: 'none' }],
    ] as const)
      expect(failureOf(await ask(query, variables, otherToken))).toEqual(['NOT_FOUND', undefined]);
  });
});
