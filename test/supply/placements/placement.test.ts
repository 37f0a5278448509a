import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { archiveSite, createOwnedSite } from '../../../src/supply/sites/publisher-site.service';
import { logIn, type Reply, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign, usd } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

const fields = 'id siteId name status width height depth popScope minimumRpm embedCode';
const create = `mutation ($siteId: ID!, $input: CreatePlacementInput!) {
  placement: createPlacement(siteId: $siteId, input: $input) { ${fields} }
}`;
const update = `mutation ($id: ID!, $input: UpdatePlacementInput!) {
  placement: updatePlacement(id: $id, input: $input) { ${fields} }
}`;
const updateSite = `mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }`;
const archive = `mutation ($id: ID!) { placement: archivePlacement(id: $id) { ${fields} } }`;
const one = `query ($id: ID!) { placement(id: $id) { ${fields} } }`;
const list = `query ($siteId: ID!, $first: PositiveInt, $after: String) {
  placements(siteId: $siteId, first: $first, after: $after) { totalCount nodes { name } pageInfo { endCursor } }
}`;

describe('placements in GraphQL', () => {
  let app: TestApp;
  let second: TestApp;
  let token: string;
  let otherToken: string;
  let publisherId: string;
  let siteId: string;
  let sceneId: string;
  let names = 0;
  const aPlacement = (changes: object = {}) => ({
    name: `Top ${(names += 1)}`,
    size: '300x250',
    ...changes,
  });

  const ask = (query: string, variables: object, bearer = token): Promise<Reply> =>
    sendGraphql(app, bearer, query, variables);
  const made = async (changes: object = {}) =>
    (await ask(create, { siteId, input: aPlacement(changes) })).body.data.placement;
  const failureOf = ({ body }: Reply) => {
    const { code, details } = body.errors[0].extensions;
    return [code, details && Object.keys(details)];
  };
  const find = async (placement: object, at = app): Promise<string[]> => {
    const context = { iid: randomUUID(), url: 'https://blog.example/', publisher: publisherId };
    const json = { context, placements: [{ id: '1', ...placement }] };
    const { body } = await send(`${at.url}/supply/find`, { json });
    return body.data.map(({ creativeId }: { creativeId: string }) => creativeId);
  };
  const aSite = (host: string, medium: string, vendor: string | null) =>
    createOwnedSite(app.ctx, {
      publisherId,
      host,
      medium,
      vendor,
      name: 'Site',
    });

  beforeAll(async () => {
    const mongodbUri = await freshDatabase();
    app = await startApp({ mongodbUri });
    second = await startApp({ mongodbUri });
    token = await logIn(app, 'publisher');
    otherToken = await logIn(app, 'publisher', 'other@test.example');
    publisherId = (await app.ctx.accounts.findLogin('publisher@test.example'))!.account.id;
    ({ id: siteId } = await aSite('blog.example', 'web', null));
    ({ id: sceneId } = await aSite('scene-1.cryptovoxels.com', 'metaverse', 'cryptovoxels'));
  });

  it('creates one of a size of the taxonomy, with the code for the page', async () => {
    const input = { name: 'Above the news', size: '728x90', minimumRpm: '0.5' };
    const { placement } = (await ask(create, { siteId: siteId.toUpperCase(), input })).body.data;
    expect(placement).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      siteId,
      name: 'Above the news',
      status: 'active',
      width: 728,
      height: 90,
      depth: 0,
      popScope: null,
      minimumRpm: '0.5',
      embedCode: `<div data-adgate="${placement.id}" style="width:728px;max-width:100%;aspect-ratio:728/90"></div><script async src="${app.url}/tag/v1.js"></script>`,
    });
    expect((await ask(one, { id: placement.id })).body.data.placement).toEqual(placement);
  });

  it('creates windows and placements for models', async () => {
    expect(await made({ size: 'pop-under' })).toMatchObject({
      width: 0,
      height: 0,
      popScope: 'pop-under',
    });
    const { body } = await ask(create, { siteId: sceneId, input: aPlacement({ size: 'cube' }) });
    expect(body.data.placement).toMatchObject({ depth: 1, popScope: null, embedCode: null });
  });

  it('shows what its size, floor and status let through, on every process within two seconds', async () => {
    const { creatives } = await createActiveCampaign(app.ctx, {
      sizes: ['160x600'],
      campaign: { maxCpm: usd('2') },
    });
    const { id } = await made({ size: '160x600' });
    const serves = (count: number) =>
      eventually(async () => {
        for (const at of [app, second])
          expect(await find({ placementId: id }, at)).toEqual(
            count === 0 ? [] : [creatives[0]!.id],
          );
      });
    await serves(1);
    const change = async (input: object, count: number) => {
      expect((await ask(update, { id, input })).body.errors).toBeUndefined();
      await serves(count);
    };
    await change({ minimumRpm: '2.5' }, 0);
    await change({ minimumRpm: '2' }, 1);
    await change({ status: 'draft' }, 0);
    await change({ status: 'active', minimumRpm: null }, 1);
    const changeSite = async (minimumRpm: string | null) => {
      const { body } = await ask(updateSite, { id: siteId, input: { minimumRpm } });
      expect(body.errors).toBeUndefined();
    };
    await changeSite('2.5');
    await serves(0);
    await change({ minimumRpm: '0' }, 1);
    await change({ minimumRpm: null }, 0);
    await changeSite('2');
    await serves(1);
    await changeSite(null);
    expect((await ask(archive, { id })).body.data.placement.status).toBe('archived');
    await serves(0);
    for (const query of [one, archive])
      expect(failureOf(await ask(query, { id }))[0]).toBe('NOT_FOUND');
  });

  it('has none of a site that is archived, until that is taken up again', async () => {
    const { id: goneId } = await aSite('gone.example', 'web', null);
    const input = aPlacement();
    const { id } = (await ask(create, { siteId: goneId, input })).body.data.placement;
    await archiveSite(app.ctx, { publisherId, id: goneId });
    for (const query of [one, update, archive])
      expect(failureOf(await ask(query, { id, input: { name: 'Below' } }))[0]).toBe('NOT_FOUND');
    await aSite('gone.example', 'web', null);
    expect((await ask(one, { id })).body.data.placement).toMatchObject({
      siteId: goneId,
      name: input.name,
      status: 'active',
    });
  });

  it('opens windows for direct creatives alone', async () => {
    const { campaign } = await createActiveCampaign(app.ctx, { sizes: ['120x60'] });
    const creative = await app.ctx.creatives.listActiveByCampaigns([campaign.id]);
    const [banner] = creative;
    await app.ctx.creatives.models[0]!.updateOne(
      { _id: banner!.id },
      { $set: { type: 'direct', mime: 'text/plain', scope: 'pop-up' } },
    );
    const { id } = await made({ size: 'pop-up' });
    await eventually(async () => expect(await find({ placementId: id })).toEqual([banner!.id]));
    expect(await find({ width: 120, height: 60 })).toEqual([]);
  });

  it('lists those of a site, page by page, those that finds have made among them', async () => {
    const { id } = await aSite('lists.example', 'web', null);
    const context = { iid: randomUUID(), url: 'https://lists.example/', publisher: publisherId };
    const placements = [{ id: '1', width: 7, height: 7, name: 'Found' }];
    await ask(create, { siteId: id, input: aPlacement({ name: 'Made' }) });
    await send(`${app.url}/supply/find`, { json: { context, placements } });
    const { placements: page } = (await ask(list, { siteId: id, first: 1 })).body.data;
    expect(page).toMatchObject({ totalCount: 2, nodes: [{ name: 'Made' }] });
    const rest = await ask(list, { siteId: id, after: page.pageInfo.endCursor });
    expect(rest.body.data.placements.nodes).toEqual([{ name: 'Found' }]);
    expect(failureOf(await ask(list, { siteId: id, after: 'x' }))).toEqual([
      'VALIDATION_FAILED',
      ['after'],
    ]);
    expect(failureOf(await ask(list, { siteId: id }, otherToken))[0]).toBe('NOT_FOUND');
  });

  it('edits what a find has made', async () => {
    await find({ width: 11, height: 12, name: 'Found' });
    const key = { siteId, width: 11, height: 12, depth: 0, name: 'Found' };
    const { id } = (await app.ctx.placements.findByKey(key))!;
    const { body } = await ask(update, { id, input: { name: 'Kept', minimumRpm: '1' } });
    expect(body.data.placement).toMatchObject({ name: 'Kept', width: 11, minimumRpm: '1' });
  });

  it.each([
    ['an empty name', { name: '' }, ['name']],
    ['a name of blanks', { name: ' \t' }, ['name']],
    ['a name with a zero byte', { name: 'a\0b' }, ['name']],
    ['a name with half a character', { name: '\ud800' }, ['name']],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, ['name']],
    ['a size of no creative', { size: '300x251' }, ['size']],
    ['a size of another medium', { size: '1024x1024' }, ['size']],
    ['a cube on the web', { size: 'cube' }, ['size']],
    ['no size', { size: '' }, ['size']],
    ['a size of the prototype', { size: 'constructor' }, ['size']],
    ['the status archived', { status: 'archived' }, ['status']],
    ['a negative floor', { minimumRpm: '-1' }, ['minimumRpm']],
    ['a floor above 10,000 USD', { minimumRpm: '10000.01' }, ['minimumRpm']],
    [
      'all at once',
      { name: '', size: 'x', status: 'archived', minimumRpm: '-1' },
      ['name', 'status', 'minimumRpm', 'size'],
    ],
  ])('refuses to create one with %s', async (_case, changes, expected) => {
    const reply = await ask(create, { siteId, input: aPlacement(changes) });
    expect(failureOf(reply)).toEqual(['VALIDATION_FAILED', expected]);
  });

  it('refuses a status that the schema does not have', async () => {
    const reply = await ask(create, { siteId, input: aPlacement({ status: 'Active' }) });
    expect(reply.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(reply.body.errors[0].message).toContain('input.status');
  });

  it('refuses a size of the web in a vendor’s scene', async () => {
    const reply = await ask(create, { siteId: sceneId, input: aPlacement() });
    expect(failureOf(reply)).toEqual(['VALIDATION_FAILED', ['size']]);
  });

  it('refuses a name that another one of its size has', async () => {
    const [first, other] = [await made(), await made()];
    const input = aPlacement({ name: first.name });
    expect(failureOf(await ask(create, { siteId, input }))).toEqual([
      'VALIDATION_FAILED',
      ['name'],
    ]);
    const renamed = await ask(update, { id: other.id, input: { name: first.name } });
    expect(failureOf(renamed)).toEqual(['VALIDATION_FAILED', ['name']]);
    expect((await made({ name: first.name, size: '88x31' })).name).toBe(first.name);
  });

  it.each([
    ['what cannot be cleared', { name: null, status: null }, ['name', 'status']],
    [
      'what is wrong',
      { name: '', status: 'archived', minimumRpm: '-0.1' },
      ['name', 'status', 'minimumRpm'],
    ],
  ])('refuses to change it to %s', async (_case, input, expected) => {
    const { id } = await made();
    expect(failureOf(await ask(update, { id, input }))).toEqual(['VALIDATION_FAILED', expected]);
  });

  it('hides other people’s, and knows no others', async () => {
    const { id } = await made();
    for (const [bearer, named, site] of [
      [otherToken, id, siteId],
      [token, 'f'.repeat(32), 'f'.repeat(32)],
      [token, '', '__proto__'],
    ] as const) {
      for (const [query, variables] of [
        [one, {}],
        [update, { input: {} }],
        [archive, {}],
      ] as const)
        expect(failureOf(await ask(query, { id: named, ...variables }, bearer))[0]).toBe(
          'NOT_FOUND',
        );
      const reply = await ask(create, { siteId: site, input: aPlacement() }, bearer);
      expect(failureOf(reply)[0]).toBe('NOT_FOUND');
    }
  });
});
