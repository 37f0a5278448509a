import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, send, startApp, type TestApp } from '../../support/app';

const create = `mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id } }`;
const decide = `mutation ($id: ID!, $decisions: DomainDecisionsInput!) {
  site: decideOnDomains(siteId: $id, decisions: $decisions) { blockedDomains }
}`;

describe('decideOnDomains', () => {
  let app: TestApp;
  let token: string;
  let hosts = 0;
  beforeAll(async () => {
    app = await startApp();
    token = await logIn(app, 'publisher');
  });

  const ask = (query: string, variables: object): Promise<Reply> =>
    send(`${app.url}/graphql`, {
      json: { query, variables },
      headers: { Authorization: `Bearer ${token}` },
    });

  /** A site that blocks these. */
  async function aSite(blockedDomains: readonly string[] = []) {
    const input = { url: `https://domains${(hosts += 1)}.example`, name: 'Blog', blockedDomains };
    const { id } = (await ask(create, { input })).body.data.site as { readonly id: string };
    return {
      id,
      decide: (decisions: object) => ask(decide, { id, decisions }),
      blocked: async () => (await app.ctx.sites.findById(id.replaceAll('-', '')))?.blockedDomains,
    };
  }

  const detailsOf = ({ body }: Reply) => body.errors[0].extensions.details;
  const many = (count: number) => Array.from({ length: count }, (_, nth) => `shop${nth}.example`);

  it('blocks and allows those that are named, and leaves the others', async () => {
    const site = await aSite(['one.example', 'two.example']);
    const decisions = {
      block: ['www.Three.example', 'two.example'],
      allow: ['one.example', 'nine.example'],
    };
    const { body } = await site.decide(decisions);
    expect(body.data.site.blockedDomains).toEqual(['two.example', 'three.example']);
    expect((await site.decide(decisions)).body.data.site).toEqual(body.data.site);
  });

  it('loses no entry of two who decide at once', async () => {
    const site = await aSite(['old.example']);
    const domains = many(20);
    await Promise.all([
      ...domains.map((domain) => site.decide({ block: [domain] })),
      site.decide({ allow: ['old.example'] }),
    ]);
    expect(new Set(await site.blocked())).toEqual(new Set(domains));
  });

  it('keeps to the most that a site may block, and takes those again that it has', async () => {
    const site = await aSite(many(999));
    const tooMany = await site.decide({
      block: ['one.example', 'two.example'],
      allow: ['shop0.example'],
    });
    expect(detailsOf(tooMany)).toEqual({
      block: ['are too many: a site blocks at most 1000 domains'],
    });
    expect(await site.blocked()).toEqual(many(999));
    await site.decide({ block: ['one.example'] });
    const known = await site.decide({ block: ['one.example', 'shop7.example'] });
    expect(known.body.data.site.blockedDomains).toHaveLength(1_000);
  });

  it.each([
    [{ block: ['com'] }, 'block.0'],
    [{ allow: ['not a domain'] }, 'allow.0'],
    [{ block: many(101) }, 'block'],
    [{ block: ['a.example'], allow: ['www.a.example'] }, 'allow'],
  ])('refuses %j', async (decisions, member) => {
    const site = await aSite(['one.example']);
    expect(Object.keys(detailsOf(await site.decide(decisions)))).toEqual([member]);
    expect(await site.blocked()).toEqual(['one.example']);
  });

  it('changes no site that an operator has rejected', async () => {
    const site = await aSite();
    const { models } = app.ctx.sites;
    await models[0]!.updateOne(
      { _id: site.id.replaceAll('-', '') },
      { $set: { status: 'rejected' } },
    );
    expect(Object.keys(detailsOf(await site.decide({ block: ['a.example'] })))).toEqual(['status']);
    expect(await site.blocked()).toEqual([]);
  });
});
