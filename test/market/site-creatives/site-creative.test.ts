import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, send, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

const list = `query ($siteId: ID!, $decision: CreativeDecision, $first: PositiveInt!, $after: String) {
  page: siteCreatives(siteId: $siteId, decision: $decision, first: $first, after: $after) {
    nodes { id type mime scope landingUrl url } pageInfo { hasNextPage endCursor }
  }
}`;
const create = 'mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id } }';
const decide = `mutation ($siteId: ID!, $decisions: CreativeDecisionsInput!) {
  decideOnCreatives(siteId: $siteId, decisions: $decisions) { id }
}`;

describe('siteCreatives in GraphQL', () => {
  let app: TestApp;
  let token: string;
  let siteId: string;
  const ids: string[] = [];

  const ask = (query: string, variables: object, bearer = token): Promise<Reply> =>
    send(`${app.url}/graphql`, {
      json: { query, variables },
      headers: { Authorization: `Bearer ${bearer}` },
    });
  const pageOf = async (variables: object) =>
    (await ask(list, { siteId, first: 10, ...variables })).body.data.page;
  const idsOf = async (variables: object): Promise<string[]> =>
    (await pageOf(variables)).nodes.map(({ id }: { readonly id: string }) => id);

  beforeAll(async () => {
    app = await startApp();
    token = await logIn(app, 'publisher');
    for (let count = 0; count < 3; count += 1) {
      const { creatives } = await createActiveCampaign(app.ctx);
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
      url: expect.stringContaining(`/serve/x${ids[0]!}.doc`),
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

  it('refuses other people’s sites, and what is no cursor', async () => {
    const other = await logIn(app, 'publisher', 'other@test.example');
    const codeOf = ({ body }: Reply) => body.errors[0].extensions.code;
    expect(codeOf(await ask(list, { siteId, first: 10 }, other))).toBe('NOT_FOUND');
    expect(codeOf(await ask(list, { siteId, first: 10, after: 'next' }))).toBe('VALIDATION_FAILED');
  });
});
