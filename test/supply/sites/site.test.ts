import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { logIn, type Reply, send, sendGraphql, startApp, type TestApp } from '../../support/app';
import { createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';

const fields = `id host name status medium vendor primaryLanguage categories
  filtering { requires { key values } excludes { key values } }
  onlyAcceptedCreatives onlyDirectDeals minimumRpm minimumRpms timeZone blockedDomains acceptedCreativeIds rejectedCreativeIds adsTxtLine`;
const create = `mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { ${fields} } }`;
const update = `mutation ($id: ID!, $input: UpdateSiteInput!) { site: updateSite(id: $id, input: $input) { ${fields} } }`;
const archive = `mutation ($id: ID!) { site: archiveSite(id: $id) { ${fields} } }`;
const decide = `mutation ($id: ID!, $decisions: CreativeDecisionsInput!) {
  site: decideOnCreatives(siteId: $id, decisions: $decisions) { acceptedCreativeIds rejectedCreativeIds }
}`;
const one = `query ($id: ID!) { site(id: $id) { ${fields} } }`;
const list = `query ($first: PositiveInt, $after: String) {
  sites(first: $first, after: $after) { totalCount nodes { host } pageInfo { endCursor hasNextPage } }
}`;
const adsTxt = `query ($id: ID!, $text: String!) { adsTxtCheck(siteId: $id, text: $text) { line isFound otherLines } }`;

let hosts = 0;
const aSite = (changes: object = {}) => ({
  url: `https://blog${(hosts += 1)}.example`,
  name: 'Blog',
  ...changes,
});

describe('sites in GraphQL', () => {
  let app: TestApp;
  let second: TestApp;
  let token: string;
  let otherToken: string;
  let publisherId: string;

  const ask = (query: string, variables: object, bearer = token, at = app): Promise<Reply> =>
    sendGraphql(at, bearer, query, variables);
  const made = async (changes: object = {}) =>
    (await ask(create, { input: aSite(changes) })).body.data.site;
  const failureOf = ({ body }: Reply) => {
    const { code, details } = body.errors[0].extensions;
    return [code, details && Object.keys(details)];
  };
  const creativesOn = async (host: string, at = app): Promise<string[]> => {
    const context = { iid: randomUUID(), url: `https://${host}/`, publisher: publisherId };
    const placements = [{ id: '1', width: 300, height: 250 }];
    const { body } = await send(`${at.url}/supply/find`, { json: { context, placements } });
    return body.data.map(({ creativeId }: { creativeId: string }) => creativeId);
  };

  const pause = async ({ campaignId }: { readonly campaignId: string }) => {
    const campaign = await app.ctx.campaigns.findById(campaignId);
    await app.ctx.campaigns.update(campaign!, { status: 'inactive' });
  };

  beforeAll(async () => {
    const mongodbUri = await freshDatabase();
    app = await startApp({ mongodbUri });
    second = await startApp({ mongodbUri });
    token = await logIn(app, 'publisher');
    otherToken = await logIn(app, 'publisher', 'other@test.example');
    publisherId = (await app.ctx.accounts.findLogin('publisher@test.example'))!.account.id;
  });

  it('creates one that may be found at once', async () => {
    const { body } = await ask(create, {
      input: {
        url: 'https://WWW.News.example/',
        name: 'News',
        primaryLanguage: 'en',
        categories: ['news', 'diets'],
        filtering: {
          excludes: [
            { key: 'type', values: ['video'] },
            { key: 'c1:category', values: ['adult'] },
          ],
        },
      },
    });
    const { id } = body.data.site;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(body.data.site).toEqual({
      id,
      host: 'news.example',
      name: 'News',
      status: 'active',
      medium: 'web',
      vendor: null,
      primaryLanguage: 'en',
      categories: ['news', 'diets'],
      filtering: {
        requires: [],
        excludes: [
          { key: 'type', values: ['video'] },
          { key: 'c1:category', values: ['adult'] },
        ],
      },
      onlyAcceptedCreatives: false,
      onlyDirectDeals: false,
      minimumRpm: null,
      minimumRpms: [],
      blockedDomains: [],
      timeZone: 'UTC',
      acceptedCreativeIds: [],
      rejectedCreativeIds: [],
      adsTxtLine: `127.0.0.1, ${publisherId.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')}, DIRECT`,
    });
    expect((await ask(one, { id: id.toUpperCase() })).body.data.site).toEqual(body.data.site);
  });

  it('changes what is given, clears what is null, and keeps the rest', async () => {
    const { id, host } = await made({
      primaryLanguage: 'de',
      categories: ['news'],
      onlyDirectDeals: true,
    });
    const input = {
      name: 'Diary',
      primaryLanguage: null,
      categories: null,
      filtering: { requires: [{ key: 'mime', values: ['image/png', 'image/png'] }] },
    };
    expect((await ask(update, { id, input })).body.data.site).toMatchObject({
      host,
      name: 'Diary',
      primaryLanguage: null,
      categories: [],
      filtering: { requires: [{ key: 'mime', values: ['image/png'] }], excludes: [] },
      onlyDirectDeals: true,
    });
    expect(
      (await ask(update, { id, input: { filtering: null } })).body.data.site.filtering,
    ).toEqual({ requires: [], excludes: [] });
  });

  it('lists them oldest first, page by page, those that finds have made among them', async () => {
    const email = 'lists@test.example';
    const bearer = await logIn(app, 'publisher', email);
    const { account } = (await app.ctx.accounts.findLogin(email))!;
    await ask(create, { input: aSite({ url: 'https://first.example' }) }, bearer);
    const context = { iid: randomUUID(), url: 'https://second.example/', publisher: account.id };
    await send(`${app.url}/supply/find`, {
      json: { context, placements: [{ id: '1', width: 1, height: 1 }] },
    });
    const gone = (await ask(create, { input: aSite() }, bearer)).body.data.site;
    await ask(archive, { id: gone.id }, bearer);
    const { sites } = (await ask(list, { first: 1 }, bearer)).body.data;
    expect(sites).toMatchObject({
      totalCount: 2,
      nodes: [{ host: 'first.example' }],
      pageInfo: { hasNextPage: true },
    });
    const next = await ask(list, { first: 5, after: sites.pageInfo.endCursor }, bearer);
    expect(next.body.data.sites.nodes).toEqual([{ host: 'second.example' }]);
  });

  it('archives one, which keeps its host empty until it is created again', async () => {
    const { creatives } = await createActiveCampaign(app.ctx);
    const input = aSite({ name: 'Before' });
    const { id, host } = (await ask(create, { input })).body.data.site;
    expect(await creativesOn(host)).toEqual([creatives[0]!.id]);
    const placements = await app.ctx.placements.readSlice(id, {
      offset: 0,
      limit: 9,
      snapshot: null,
      now: new Date(),
    });
    expect((await ask(archive, { id })).body.data.site.status).toBe('archived');
    for (const again of [one, archive])
      expect(failureOf(await ask(again, { id }))[0]).toBe('NOT_FOUND');
    expect(failureOf(await ask(update, { id, input: {} }))[0]).toBe('NOT_FOUND');
    await eventually(async () => expect(await creativesOn(host)).toEqual([]));
    const revived = (await ask(create, { input: { ...input, name: 'After' } })).body.data.site;
    expect(revived).toMatchObject({ id, name: 'After', status: 'active' });
    await eventually(async () => expect(await creativesOn(host)).toEqual([creatives[0]!.id]));
    expect(placements.places).toHaveLength(1);
    await pause(creatives[0]!);
  });

  it('has what it says in force on every process within two seconds', async () => {
    const host = `deals${randomUUID().slice(0, 8)}.example`;
    const { creatives } = await createActiveCampaign(app.ctx);
    const [creative] = creatives;
    const { id } = await made({ url: `https://${host}` });
    const campaign = await app.ctx.campaigns.findById(creative!.campaignId);
    const landingDomain = new URL(campaign!.landingUrl).hostname.split('.').slice(-2).join('.');
    const serves = (count: number) =>
      eventually(async () => {
        for (const at of [app, second])
          expect(
            (await creativesOn(host, at)).filter((found) => found === creative!.id),
          ).toHaveLength(count);
      }, 2_000);
    await serves(1);
    const change = async (input: object, count: number) => {
      expect((await ask(update, { id, input })).body.errors).toBeUndefined();
      await serves(count);
    };
    await change({ status: 'inactive' }, 0);
    await change({ status: 'active' }, 1);
    await change({ filtering: { requires: [{ key: 'type', values: ['html'] }] } }, 0);
    await change({ filtering: null }, 1);
    await change({ filtering: { excludes: [{ key: 'mime', values: ['image/png'] }] } }, 0);
    await change({ filtering: null, onlyDirectDeals: true }, 0);
    await change({ onlyDirectDeals: false, minimumRpm: '10000' }, 0);
    await change({ minimumRpm: '0.00000000001' }, 1);
    await change({ minimumRpms: ['Mo-Su 10000'], timeZone: 'Asia/Kathmandu' }, 0);
    await change({ minimumRpms: ['country:pl 10000'] }, 1);
    await change({ minimumRpm: '10000', minimumRpms: ['Mo-Su 0'] }, 1);
    await change({ minimumRpms: null }, 0);
    await change({ minimumRpm: null, blockedDomains: [landingDomain] }, 0);
    await change({ blockedDomains: ['else.example', 'ünlü.example'] }, 1);
    await change({ blockedDomains: null }, 1);
    await change({ minimumRpm: null, onlyAcceptedCreatives: true }, 0);
    const decideOn = async (decisions: object, count: number) => {
      expect((await ask(decide, { id, decisions })).body.errors).toBeUndefined();
      await serves(count);
    };
    await decideOn({ accept: [creative!.id] }, 1);
    await decideOn({ reject: [creative!.id] }, 0);
    await change({ onlyAcceptedCreatives: false }, 0);
    await decideOn({ forget: [creative!.id] }, 1);
    await pause(creative!);
  });

  it.each([
    ['an empty name', { name: '' }, ['name']],
    ['a name of blanks', { name: '  ' }, ['name']],
    ['a name with a zero byte', { name: 'a\0b' }, ['name']],
    ['a name with half a character', { name: '\ud800' }, ['name']],
    ['a name of 65 characters', { name: 'x'.repeat(65) }, ['name']],
    ['a URL with a port', { url: 'https://a.example:8080' }, ['url']],
    ['a URL with a path', { url: 'https://a.example/x' }, ['url']],
    ['a URL with a query', { url: 'https://a.example?x' }, ['url']],
    ['a URL with credentials', { url: 'https://me:secret@a.example' }, ['url']],
    ['a URL with a fragment', { url: 'https://a.example#x' }, ['url']],
    ['another scheme', { url: 'ftp://a.example' }, ['url']],
    ['a script', { url: 'javascript:alert(1)' }, ['url']],
    ['a host alone', { url: 'a.example' }, ['url']],
    ['a backslash', { url: 'https://a.example\\@b.example' }, ['url']],
    ['a URL of 1025 characters', { url: `https://${'a.'.repeat(509)}` }, ['url']],
    ['an unknown medium', { medium: 'radio' }, ['medium']],
    ['a medium of the prototype', { medium: '__proto__' }, ['medium']],
    ['an unknown vendor', { medium: 'metaverse', vendor: 'x' }, ['vendor']],
    ['a vendor’s site elsewhere', { medium: 'metaverse', vendor: 'decentraland' }, ['url']],
    ['a status of the system', { status: 'rejected' }, ['status']],
    ['the status archived', { status: 'archived' }, ['status']],
    ['an upper-case language', { primaryLanguage: 'EN' }, ['primaryLanguage']],
    [
      'an unknown category',
      { categories: ['news', 'x', 'constructor'] },
      ['categories.1', 'categories.2'],
    ],
    ['a category twice', { categories: ['news', 'news'] }, ['categories.1']],
    ['a category in a metaverse', { medium: 'metaverse', categories: ['news'] }, ['categories.0']],
    ['51 categories', { categories: Array.from({ length: 51 }, () => 'news') }, ['categories']],
    [
      'an unknown key',
      { filtering: { requires: [{ key: 'size', values: ['x'] }] } },
      ['filtering.requires.size'],
    ],
    [
      'a key of the prototype',
      { filtering: { requires: [{ key: '__proto__', values: ['x'] }] } },
      ['filtering.requires.__proto__'],
    ],
    [
      'a key of the database',
      { filtering: { excludes: [{ key: '$where:x', values: ['x'] }] } },
      ['filtering.excludes.$where:x'],
    ],
    [
      'an unknown type',
      { filtering: { excludes: [{ key: 'type', values: ['flash'] }] } },
      ['filtering.excludes.type'],
    ],
    [
      'no values',
      { filtering: { excludes: [{ key: 'mime', values: [] }] } },
      ['filtering.excludes.mime'],
    ],
    [
      'an empty value',
      { filtering: { excludes: [{ key: 'c:k', values: [''] }] } },
      ['filtering.excludes.c:k'],
    ],
    [
      'a key twice',
      {
        filtering: {
          excludes: [
            { key: 'c:k', values: ['1'] },
            { key: 'c:k', values: ['2'] },
          ],
        },
      },
      ['filtering.excludes.1.key'],
    ],
    [
      '51 keys',
      {
        filtering: {
          requires: Array.from({ length: 51 }, (_value, at) => ({ key: `c:${at}`, values: ['1'] })),
        },
      },
      ['filtering.requires'],
    ],
    ['a negative floor', { minimumRpm: '-0.5' }, ['minimumRpm']],
    ['a floor above 10,000 USD', { minimumRpm: '10000.00000000001' }, ['minimumRpm']],
    ['a zone that does not exist', { timeZone: 'Mars/Base' }, ['timeZone']],
    [
      'an address for a domain',
      { blockedDomains: ['https://shop.example/'] },
      ['blockedDomains.0'],
    ],
    [
      'a domain with a path',
      { blockedDomains: ['a.example', 'shop.example/x'] },
      ['blockedDomains.1'],
    ],
    ['all of com', { blockedDomains: ['com'] }, ['blockedDomains.0']],
    ['an empty domain', { blockedDomains: [''] }, ['blockedDomains.0']],
    ['1,001 domains', { blockedDomains: Array(1_001).fill('a.example') }, ['blockedDomains']],
    ['a country that does not exist', { minimumRpms: ['country:xx 1'] }, ['minimumRpms.0']],
    ['a country in capitals', { minimumRpms: ['country:PL 1'] }, ['minimumRpms.0']],
    ['a floor of no hours', { minimumRpms: ['Sa 1', 'Sa 09:30-10:00 1'] }, ['minimumRpms.1']],
    ['a general floor among the special ones', { minimumRpms: ['1'] }, ['minimumRpms.0']],
    ['a special floor below 0', { minimumRpms: ['country:pl -1'] }, ['minimumRpms.0']],
    ['one above 10,000 USD', { minimumRpms: ['country:pl 10001'] }, ['minimumRpms.0']],
    ['51 of them', { minimumRpms: Array(51).fill('Sa 1') }, ['minimumRpms']],
    [
      'all at once',
      { name: '', url: 'x', medium: 'radio', status: 'archived' },
      ['url', 'name', 'status', 'medium'],
    ],
  ])('refuses to create one with %s', async (_case, changes, expected) => {
    const reply = await ask(create, { input: aSite(changes) });
    expect(failureOf(reply)).toEqual(['VALIDATION_FAILED', expected]);
  });

  it('refuses a second site of a host', async () => {
    const input = aSite();
    await ask(create, { input });
    expect(failureOf(await ask(create, { input }))).toEqual(['VALIDATION_FAILED', ['url']]);
    expect((await ask(create, { input }, otherToken)).body.errors).toBeUndefined();
  });

  it.each([
    [
      'what cannot be cleared',
      { name: null, status: null, onlyAcceptedCreatives: null, onlyDirectDeals: null },
      ['name', 'status', 'onlyAcceptedCreatives', 'onlyDirectDeals'],
    ],
    ['a bad name and status', { name: '', status: 'pending' }, ['name', 'status']],
    [
      'a key twice',
      {
        filtering: {
          requires: [
            { key: 'type', values: ['image'] },
            { key: 'type', values: ['html'] },
          ],
        },
      },
      ['filtering.requires.1.key'],
    ],
  ])('refuses to change it to %s', async (_case, input, expected) => {
    const { id } = await made();
    expect(failureOf(await ask(update, { id, input }))).toEqual(['VALIDATION_FAILED', expected]);
  });

  it.each(['pending', 'rejected'] as const)('leaves a %s site to the operator', async (status) => {
    const { id } = await made();
    await app.ctx.sites.update((await app.ctx.sites.findById(id))!, { status });
    expect(failureOf(await ask(update, { id, input: { name: 'x' } }))).toEqual([
      'VALIDATION_FAILED',
      ['status'],
    ]);
    expect(failureOf(await ask(archive, { id }))).toEqual(['VALIDATION_FAILED', ['status']]);
  });

  it('looks for its line in a pasted ads.txt', async () => {
    const { id, adsTxtLine } = await made();
    const check = async (text: string) => (await ask(adsTxt, { id, text })).body.data.adsTxtCheck;
    expect(await check('')).toEqual({ line: adsTxtLine, isFound: false, otherLines: [] });
    const [domain, account] = adsTxtLine.split(', ');
    const text = `# ours\r\ncontact=me@a.example\n${domain},pub-1,RESELLER,f08c47\n  ${domain} ,${account.toUpperCase()},direct,f08c # yes`;
    expect(await check(text)).toEqual({ line: adsTxtLine, isFound: true, otherLines: [3] });
    expect(await check(`# ${adsTxtLine}`)).toMatchObject({ isFound: false });
    expect(failureOf(await ask(adsTxt, { id, text: 'x'.repeat(131_073) }))).toEqual([
      'VALIDATION_FAILED',
      ['text'],
    ]);
  });

  it('hides other people’s, and knows no others', async () => {
    const { id } = await made();
    for (const [bearer, named] of [
      [otherToken, id],
      [token, 'f'.repeat(32)],
      [token, '../x'],
      [token, ''],
    ] as const)
      for (const [query, variables] of [
        [one, {}],
        [update, { input: { name: 'Mine' } }],
        [archive, {}],
        [decide, { decisions: {} }],
        [adsTxt, { text: '' }],
      ] as const)
        expect(failureOf(await ask(query, { id: named, ...variables }, bearer))[0]).toBe(
          'NOT_FOUND',
        );
  });
});
