import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';

const create = `mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id } }`;
const change = `mutation ($id: ID!, $decisions: BlockDecisionsInput!) {
  site: changeSiteBlocks(siteId: $id, decisions: $decisions) {
    blockedDomains blockedCategories blockedAdvertisers { creativeId domain }
    filtering { excludes { key values } }
  }
}`;
const [one, other] = ['0001-00000004-DBEB', '0001-00000005-CBCA'] as const;

describe('changeSiteBlocks', () => {
  let app: TestApp;
  let token: string;
  let hosts = 0;
  beforeAll(async () => {
    app = await startApp();
    token = await logIn(app, 'publisher');
  });

  const ask = (query: string, variables: object): Promise<Reply> =>
    sendGraphql(app, token, query, variables);

  /** A site that blocks these. */
  async function aSite(blockedDomains: readonly string[] = [], excludes: object[] = []) {
    const url = `https://blocks${(hosts += 1)}.example`;
    const input = { url, name: 'Blog', blockedDomains, filtering: { excludes } };
    const made = (await ask(create, { input })).body.data.site as { readonly id: string };
    const id = made.id.replaceAll('-', '');
    const kept = () => app.ctx.sites.findById(id);
    return {
      id,
      change: (decisions: object) => ask(change, { id, decisions }),
      domains: async () => (await kept())?.blockedDomains,
      excluded: async (key: string) => (await kept())?.filtering.excludes[key],
    };
  }

  const detailsOf = ({ body }: Reply) => body.errors[0].extensions.details;
  const many = (count: number) => Array.from({ length: count }, (_, nth) => `shop${nth}.example`);

  it('blocks and allows those that are named, and leaves the others', async () => {
    const gifs = { key: 'mime', values: ['image/gif'] };
    const site = await aSite(['one.example', 'two.example'], [gifs]);
    const decisions = {
      block: {
        domains: ['www.Three.example', 'two.example'],
        ...{ categories: ['IAB9'], types: ['video'], servers: [one] },
      },
      allow: { domains: ['one.example', 'nine.example'], servers: [other] },
    };
    const { body } = await site.change(decisions);
    expect(body.data.site).toEqual({
      blockedDomains: ['two.example', 'three.example'],
      blockedCategories: ['IAB9'],
      blockedAdvertisers: [],
      filtering: {
        excludes: [gifs, { key: 'peer', values: [one] }, { key: 'type', values: ['video'] }],
      },
    });
    expect((await site.change(decisions)).body.data.site).toEqual(body.data.site);
    const back = await site.change({ allow: { types: ['video'], servers: [one] } });
    expect(back.body.data.site.filtering.excludes).toEqual([gifs]);
  });

  it('knows a server by its account in small letters, too', async () => {
    const site = await aSite([], [{ key: 'peer', values: [one.toLowerCase(), one] }]);
    expect(await site.excluded('peer')).toEqual([one]);
    await site.change({ block: { servers: [one.toLowerCase(), other.toLowerCase()] } });
    expect(await site.excluded('peer')).toEqual([one, other]);
    await site.change({ allow: { servers: [other.toLowerCase()] } });
    expect(await site.excluded('peer')).toEqual([one]);
  });

  it('loses no entry of people who decide at once', async () => {
    const site = await aSite(['old.example']);
    const domains = many(20);
    await Promise.all([
      ...domains.map((domain) => site.change({ block: { domains: [domain] } })),
      ...['image', 'html', 'video'].map((type) => site.change({ block: { types: [type] } })),
      ...[one, other, '*'].map((server) => site.change({ block: { servers: [server] } })),
      site.change({ allow: { domains: ['old.example'] } }),
    ]);
    expect(new Set(await site.domains())).toEqual(new Set(domains));
    expect(new Set(await site.excluded('type'))).toEqual(new Set(['image', 'html', 'video']));
    expect(new Set(await site.excluded('peer'))).toEqual(new Set([one, other, '*']));
  });

  it('blocks an advertiser by a creative, whichever names the advertiser, and tells no account', async () => {
    const { ctx } = app;
    const landingUrl = 'https://www.shop.example/{cid}';
    const { campaign, creatives } = await createActiveCampaign(ctx, { campaign: { landingUrl } });
    const { advertiserId } = campaign;
    const second = await createActiveCampaign(ctx, { campaign: { advertiserId } });
    const [first, other] = [creatives[0]!.id, second.creatives[0]!.id];
    const site = await aSite();
    const listed = async (decisions: object) =>
      (await site.change(decisions)).body.data.site.blockedAdvertisers;
    const blocked = [{ creativeId: first, domain: 'shop.example' }];
    expect(await listed({ block: { advertisers: [first.toUpperCase()] } })).toEqual(blocked);
    expect(await listed({ block: { advertisers: [other, first] } })).toEqual(blocked);
    const { body } = await site.change({ allow: { advertisers: [other] } });
    expect(body.data.site.blockedAdvertisers).toEqual(blocked);
    expect(JSON.stringify(body)).not.toContain(advertiserId);
    // The creative still names the advertiser when nobody has the creative any more.
    await ctx.creatives.delete(first, new Date());
    expect(await listed({ allow: { advertisers: [first] } })).toEqual([]);
  });

  it('keeps to the most that a site may block, and takes those again that it has', async () => {
    const site = await aSite(many(999));
    const tooMany = await site.change({
      block: { domains: ['one.example', 'two.example'] },
      allow: { domains: ['shop0.example'] },
    });
    expect(detailsOf(tooMany)).toEqual({
      'block.domains': ['are too many: a site blocks at most 1000'],
    });
    expect(await site.domains()).toEqual(many(999));
    await site.change({ block: { domains: ['one.example'] } });
    const known = await site.change({ block: { domains: ['one.example', 'shop7.example'] } });
    expect(known.body.data.site.blockedDomains).toHaveLength(1_000);
  });

  it('blocks on a site that was stored before sites had filters', async () => {
    const site = await aSite();
    await app.ctx.sites.models[0]!.updateOne({ _id: site.id }, { $unset: { filtering: 1 } });
    const { body } = await site.change({ block: { servers: ['*'] } });
    expect(body.data.site.filtering.excludes).toEqual([{ key: 'peer', values: ['*'] }]);
  });

  it.each([
    [{ block: { domains: ['com'] } }, 'block.domains.0'],
    [{ allow: { domains: ['not a domain'] } }, 'allow.domains.0'],
    [{ block: { domains: many(101) } }, 'block.domains'],
    [{ block: { domains: ['a.example'] }, allow: { domains: ['www.a.example'] } }, 'allow.domains'],
    [{ block: { servers: ['peer.example'] } }, 'block.servers.0'],
    [{ block: { servers: [one] }, allow: { servers: [one] } }, 'allow.servers'],
    [{ block: { types: ['model'] } }, 'block.types'],
    [{ block: { categories: ['IAB24-1'] } }, 'block.categories.0'],
    [{ block: { advertisers: ['x'] } }, 'block.advertisers.0'],
    [{ block: { advertisers: ['f'.repeat(32)] } }, 'block.advertisers.0'],
  ])('refuses %j', async (decisions, member) => {
    const site = await aSite(['one.example']);
    expect(Object.keys(detailsOf(await site.change(decisions)))).toEqual([member]);
    expect(await site.domains()).toEqual(['one.example']);
    expect(await site.excluded('peer')).toBeUndefined();
  });

  it('changes no site that an operator has rejected', async () => {
    const site = await aSite();
    await app.ctx.sites.models[0]!.updateOne({ _id: site.id }, { $set: { status: 'rejected' } });
    const reply = await site.change({ block: { domains: ['a.example'] } });
    expect(Object.keys(detailsOf(reply))).toEqual(['status']);
    expect(await site.domains()).toEqual([]);
  });
});
