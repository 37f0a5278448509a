import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { updateCampaign } from '../../../src/demand/campaigns/campaign.service';
import type { Scope } from '../../../src/identity/oauth/scopes';
import { accessToken, logIn, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { aBox, aContext, find, payTo } from './supply-finds';

describe('why a placement is not put to the selection', () => {
  let app: TestApp;
  let token: string;
  let placementId: string;
  let publisherId: string;
  let siteId: string;

  beforeAll(async () => {
    app = await startApp();
    token = await logIn(app, 'operator');
    await createActiveCampaign(app.ctx);
    const { body } = await find(app, aContext(), [aBox()]);
    [{ placementId, publisherId, siteId }] = body.data;
  });

  /** Changes a document behind the gateway's back, and tells it as the change feed does. */
  async function change(what: 'accounts' | 'sites' | 'placements', set: object): Promise<void> {
    const _id = { accounts: publisherId, sites: siteId, placements: placementId }[what];
    const [model] = app.ctx[what].models as readonly {
      updateOne(a: object, b: object): Promise<unknown>;
    }[];
    await model!.updateOne({ _id }, { $set: set });
    await app.ctx.supplyDirectory.refresh({
      siteIds: [siteId],
      placementIds: [placementId],
      accountIds: [publisherId],
    });
  }

  const reasonOf = async (context: object, id = placementId) => {
    const placements = [{ id: 'a', placementId: id }];
    const { status, body } = await find(app, context, placements, { 'X-Debug-Supply': token });
    expect([status, body.data]).toEqual([200, []]);
    return [body.debug[0].reason, body.debug[0].statusCode];
  };

  it.each([
    ['placementNotActive', 521, 'placements', { status: 'archived' }, { status: 'active' }],
    ['siteNotActive', 522, 'sites', { status: 'inactive' }, { status: 'active' }],
    ['publisherSuspended', 524, 'accounts', { suspendedReason: 'x' }, { suspendedReason: null }],
    ['notPublisher', 527, 'accounts', { roles: [] }, { roles: ['publisher'] }],
    [
      'otherPublisher',
      526,
      'accounts',
      { provenAddresses: ['ads:0001-00000003-AB0C'] },
      { provenAddresses: [`ads:${payTo}`] },
    ],
  ] as const)('%s', async (reason, code, what, set, back) => {
    await change(what, set);
    expect(await reasonOf(aContext())).toEqual([reason, code]);
    await change(what, back);
    expect((await find(app, aContext(), [{ id: 'a', placementId }])).body.data).toHaveLength(1);
  });

  it('otherHost', async () => {
    expect(await reasonOf(aContext({ url: 'https://other.example' }))).toEqual(['otherHost', 523]);
  });

  it('otherPublisher, of an account that is none', async () => {
    const context = aContext({ publisher: 'e'.repeat(32) });
    expect(await reasonOf(context)).toEqual(['otherPublisher', 526]);
  });

  it('unknownPlacement', async () => {
    expect(await reasonOf(aContext(), 'f'.repeat(32))).toEqual(['unknownPlacement', 520]);
  });

  it('placementNotLookedUp', async () => {
    const away = new Error('connect ECONNREFUSED');
    away.name = 'MongoNetworkError';
    const broken = jest.spyOn(app.ctx.placements, 'listByIds').mockRejectedValue(away);
    expect(await reasonOf(aContext(), 'e'.repeat(32))).toEqual(['placementNotLookedUp', 525]);
    broken.mockRestore();
  });
});

describe('what a publisher is told', () => {
  const newSite = `mutation { site: createSite(input: { url: "https://mine.example", name: "Mine" }) { id } }`;
  const newPlacement = `mutation ($siteId: ID!, $name: String!, $status: PlacementStatus!) {
    placement: createPlacement(siteId: $siteId, input: { name: $name, size: "300x250", status: $status }) { id }
  }`;

  it('is of his own placements, and nothing of advertisers', async () => {
    const app = await startApp();
    await createActiveCampaign(app.ctx, { sizes: ['728x90'] });
    const token = await logIn(app, 'publisher');
    const ask = async (query: string, variables: object = {}) => {
      return (await sendGraphql(app, token, query, variables)).body.data;
    };
    const siteId = (await ask(newSite)).site.id;
    const make = async (name: string, status: string) =>
      (await ask(newPlacement, { siteId, name, status })).placement.id as string;
    const placements = [
      { id: 'empty', placementId: await make('Empty', 'active') },
      { id: 'draft', placementId: await make('Draft', 'draft') },
      { id: 'unknown', placementId: 'f'.repeat(32) },
    ];
    const context = aContext({ url: 'https://mine.example', publisher: undefined });
    const debugFor = async (own: string) =>
      (await find(app, context, placements, { 'X-Debug-Supply': own })).body.debug;
    expect(await debugFor(token)).toEqual([
      { id: 'empty', reason: 'noBid', statusCode: 0, details: [] },
      { id: 'draft', reason: 'placementNotActive', statusCode: 521, details: [] },
      { id: 'unknown', reason: 'unknownPlacement', statusCode: 520, details: [] },
    ]);
    const other = await logIn(app, 'publisher', 'other@test.example');
    expect(await debugFor(other)).toMatchObject([{ id: 'unknown' }]);
    expect(await debugFor(await logIn(app, 'advertiser'))).toBeUndefined();
    const asClient = (scopes: readonly Scope[]) =>
      accessToken(app, { scopes, roles: ['publisher'] }).then(debugFor);
    expect(await asClient(['payment.read'])).toBeUndefined();
    expect(await asClient(['site.read'])).toMatchObject([{ id: 'unknown' }]);
  });
});

describe('two gateways on one database', () => {
  it('serve what the other one starts, and stop what it pauses, within 2 seconds', async () => {
    const mongodbUri = await freshDatabase();
    const one = await startApp({ mongodbUri });
    const two = await startApp({ mongodbUri });
    const findOnTwo = async () =>
      (await find(two, aContext(), [aBox()])).body.data.length as number;

    expect(await findOnTwo()).toBe(0);
    const { campaign } = await createActiveCampaign(one.ctx);
    expect(await changesWithin(2_000, findOnTwo, 1)).toBe(true);
    const { advertiserId, id } = campaign;
    await updateCampaign(one.ctx, { advertiserId, id, changes: { status: 'inactive' } });
    expect(await changesWithin(2_000, findOnTwo, 0)).toBe(true);
  });
});

/** Asks until the answer is as expected or the time is over. */
async function changesWithin<Value>(
  ms: number,
  ask: () => Promise<Value>,
  expected: Value,
): Promise<boolean> {
  const deadline = Date.now() + ms;
  while (Date.now() < deadline) if ((await ask()) === expected) return true;
  return false;
}
