import { beforeAll, describe, expect, it } from '@jest/globals';
import { updateCreative } from '../../../src/demand/creatives/creative.service';
import { logIn, type Reply, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { aPeer } from '../../support/peer-access';
import { importOne } from '../../peers/imported';

const list = `query (
  $siteId: ID!, $decision: CreativeDecision, $peer: String, $first: PositiveInt!, $after: String
) {
  page: siteCreatives(
    siteId: $siteId, decision: $decision, peer: $peer, first: $first, after: $after
  ) {
    nodes { id type mime scope landingUrl category pixelHosts url peer { address name host } } pageInfo { hasNextPage endCursor }
  }
}`;
const create = 'mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id } }';
const update = `mutation ($id: ID!, $input: UpdateSiteInput!) {
  site: updateSite(id: $id, input: $input) { id }
}`;
const decide = `mutation ($siteId: ID!, $decisions: CreativeDecisionsInput!) {
  decideOnCreatives(siteId: $siteId, decisions: $decisions) { id }
}`;
const changeBlocks = `mutation ($siteId: ID!, $decisions: BlockDecisionsInput!) {
  changeSiteBlocks(siteId: $siteId, decisions: $decisions) { id }
}`;

describe('siteCreatives in GraphQL', () => {
  let app: TestApp;
  let token: string;
  let siteId: string;
  const ids: string[] = [];

  const ask = (query: string, variables: object, bearer = token): Promise<Reply> =>
    sendGraphql(app, bearer, query, variables);
  const pageOf = async (variables: object) =>
    (await ask(list, { siteId, first: 10, ...variables })).body.data.page;
  const idsOf = async (variables: object): Promise<string[]> =>
    (await pageOf(variables)).nodes.map(({ id }: { readonly id: string }) => id);

  beforeAll(async () => {
    app = await startApp({ env: { ADGATE_PEERS: 'approve' } });
    token = await logIn(app, 'publisher');
    for (let count = 0; count < 3; count += 1) {
      const { creatives } = await createActiveCampaign(app.ctx, {
        campaign: { category: 'IAB16-2' },
      });
      ids.push(creatives[0]!.id);
    }
    ids.sort();
    const { body } = await ask(create, { input: { url: 'https://news.example', name: 'News' } });
    siteId = body.data.site.id;
  });

  it('lists what is for sale in the site’s medium, page by page', async () => {
    const first = await pageOf({ first: 2 });
    expect(first.nodes).toHaveLength(2);
    expect(first.nodes[0]).toEqual({
      id: ids[0],
      type: 'image',
      mime: 'image/png',
      scope: '300x250',
      landingUrl: expect.stringMatching(/^https?:/),
      category: 'IAB16-2',
      pixelHosts: [],
      url: expect.stringContaining(`/serve/x${ids[0]!}.doc`),
      peer: null,
    });
    expect(first.pageInfo).toEqual({ hasNextPage: true, endCursor: ids[1] });
    const second = await pageOf({ first: 2, after: ids[1] });
    expect(second.nodes.map(({ id }: { readonly id: string }) => id)).toEqual([ids[2]]);
    expect(second.pageInfo).toEqual({ hasNextPage: false, endCursor: null });
    const { body } = await ask(create, {
      input: { url: 'https://scene.example', name: 'Scene', medium: 'metaverse' },
    });
    expect((await pageOf({ siteId: body.data.site.id })).nodes).toEqual([]);
  });

  it('lists the hosts that an ad calls, as soon as its owner sets them', async () => {
    const [id = ''] = ids;
    const { advertiserId, campaignId } = (await app.ctx.creatives.findById(id))!;
    const paths = ['one.example/a', 'two.example:8443/b?{price}', 'one.example/c'];
    const impressionPixels = paths.map((path) => `https://${path}`);
    const hostsOf = async (decision: string) =>
      (await pageOf({ decision, first: 1 })).nodes.map(
        ({ pixelHosts }: { readonly pixelHosts: unknown }) => pixelHosts,
      );
    const hosts = [['one.example', 'two.example:8443']];
    await updateCreative(app.ctx, { advertiserId, campaignId, id, impressionPixels });
    expect(await hostsOf('undecided')).toEqual(hosts);
    await ask(decide, { siteId, decisions: { accept: [id] } });
    expect(await hostsOf('accepted')).toEqual(hosts);
    await ask(decide, { siteId, decisions: { forget: [id] } });
    await updateCreative(app.ctx, { advertiserId, campaignId, id, impressionPixels: [] });
    expect(await hostsOf('undecided')).toEqual([[]]);
  });

  it('leaves out those of blocked categories and advertisers', async () => {
    const [id = ''] = ids;
    const blocking = (block: object) => ask(changeBlocks, { siteId, decisions: { block } });
    const allowing = (allow: object) => ask(changeBlocks, { siteId, decisions: { allow } });
    for (const blocks of [{ categories: ['IAB16'] }, { advertisers: [id] }]) {
      await blocking(blocks);
      expect(await idsOf({})).toEqual([]);
      await allowing(blocks);
      expect(await idsOf({})).toEqual(ids);
    }
  });

  it('lists what was accepted and rejected, and no longer as undecided', async () => {
    const [taken, refused, other] = ids as [string, string, string];
    await ask(decide, { siteId, decisions: { accept: [taken], reject: [refused] } });
    expect(await idsOf({})).toEqual([other]);
    expect(await idsOf({ decision: 'accepted' })).toEqual([taken]);
    expect(await idsOf({ decision: 'rejected' })).toEqual([refused]);
    // A creative that is gone is left out, and the page says that others follow.
    await ask(decide, { siteId, decisions: { accept: ['f'.repeat(32)] } });
    const page = await pageOf({ decision: 'accepted', first: 1 });
    expect(page.pageInfo).toEqual({ hasNextPage: true, endCursor: taken });
    const last = await pageOf({ decision: 'accepted', first: 1, after: taken });
    expect(last).toEqual({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
  });

  it('lists creatives of other servers with their server, decided on like ours, till the site refuses it', async () => {
    const address = '0001-00000004-DBEB';
    const others = { peer: '*' };
    const { ctx } = app;
    const peer = aPeer({ address, state: 'allowed' });
    await ctx.inTransaction((session) => ctx.peers.insert(peer, session));
    await ctx.peerDirectory.load();
    const { creativeId } = await importOne(ctx, address);
    const foreign = {
      ...{ id: creativeId, type: 'image', mime: 'image/png', scope: '300x250' },
      ...{
        pixelHosts: [],
        landingUrl: 'https://shop.example/',
        category: null,
        url: 'https://demand.example/serve/1',
      },
      peer: { address, name: 'AdServer', host: 'peer.example' },
    };
    expect((await pageOf(others)).nodes).toEqual([foreign]);
    expect((await pageOf({ peer: address })).nodes).toEqual([foreign]);
    expect((await pageOf({ peer: address.toLowerCase() })).nodes).toEqual([foreign]);
    expect(await idsOf({ peer: '0001-00000005-CBCA' })).toEqual([]);
    const ours = await idsOf({});
    expect(ours).toEqual([...ours].sort());
    expect(ours).toContain(creativeId);
    expect(ours).toHaveLength(2);
    const paged = [];
    for (let after: string | null = null, hasNext = true; hasNext; ) {
      const { nodes, pageInfo } = await pageOf({ first: 1, after });
      paged.push(...nodes.map(({ id }: { readonly id: string }) => id));
      [after, hasNext] = [pageInfo.endCursor, pageInfo.hasNextPage];
    }
    expect(paged).toEqual(ours);
    await ask(decide, { siteId, decisions: { reject: [creativeId] } });
    expect(await idsOf(others)).toEqual([]);
    expect((await pageOf({ decision: 'rejected', ...others })).nodes).toEqual([foreign]);
    await ask(decide, { siteId, decisions: { forget: [creativeId] } });
    for (const values of [['*'], [address]]) {
      const filtering = { requires: [], excludes: [{ key: 'peer', values }] };
      await ask(update, { id: siteId, input: { filtering } });
      expect(await idsOf(others)).toEqual([]);
    }
    await ask(update, { id: siteId, input: { filtering: { requires: [], excludes: [] } } });
    expect(await idsOf(others)).toEqual([creativeId]);
    await ask(update, { id: siteId, input: { blockedDomains: ['shop.example'] } });
    expect(await idsOf(others)).toEqual([]);
    await ask(update, { id: siteId, input: { blockedDomains: null } });
    expect(await idsOf(others)).toEqual([creativeId]);
    for (const clause of [
      { key: 'type', values: ['image'] },
      { key: 'mime', values: ['image/png'] },
    ]) {
      await ask(update, { id: siteId, input: { filtering: { excludes: [clause] } } });
      expect(await idsOf(others)).toEqual([]);
    }
    await ask(update, { id: siteId, input: { filtering: null } });
    expect(await idsOf(others)).toEqual([creativeId]);
    // One that is not for sale any more can be decided on still.
    await ask(decide, { siteId, decisions: { accept: [creativeId] } });
    await importOne(ctx, address);
    expect((await pageOf({ decision: 'accepted', ...others })).nodes).toEqual([
      { ...foreign, landingUrl: null },
    ]);
  });

  it('refuses other people’s sites, and what is no cursor', async () => {
    const other = await logIn(app, 'publisher', 'other@test.example');
    const codeOf = ({ body }: Reply) => body.errors[0].extensions.code;
    expect(codeOf(await ask(list, { siteId, first: 10 }, other))).toBe('NOT_FOUND');
    for (const wrong of [{ after: 'next' }, { peer: 'next' }])
      expect(codeOf(await ask(list, { siteId, first: 10, ...wrong }))).toBe('VALIDATION_FAILED');
  });
});
