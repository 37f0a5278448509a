import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, logIn, send, sendGraphql, startApp, type TestApp } from '../support/app';
import { aPng } from '../support/campaigns';
import { uploadFile } from '../support/uploads';

const terms = {
  status: 'inactive',
  name: 'Spring',
  targetUrl: 'https://shop.example/landing',
  budget: 10,
  maxCpm: 5,
  medium: 'web',
  dateStart: '2026-01-01T00:00:00Z',
};

describe('what an account may store', () => {
  let app: TestApp;
  let token: string;
  let session: string;
  beforeAll(async () => {
    app = await startApp({
      env: {
        ADGATE_MAX_CAMPAIGNS: '2',
        ADGATE_MAX_CREATIVES: '2',
        ADGATE_MAX_SITES: '2',
        ADGATE_MAX_PLACEMENTS: '2',
        ADGATE_MAX_DECIDED_CREATIVES: '100',
        ADGATE_MAX_STORED_MIB: '1',
      },
    });
    session = await logIn(app, 'publisher', 'both@test.example');
    token = await accessToken(app, { scopes: ['campaign.write', 'campaign.read'] });
  });

  const headers = () => ({ Authorization: `Bearer ${token}` });
  const upload = async () => {
    const { body } = await uploadFile(app, token, aPng('300x250'), { type: 'image' });
    return { fileId: body.data.id as string, name: 'Banner' };
  };
  const create = (json: object) =>
    send(`${app.url}/api/v2/campaigns`, { headers: headers(), json: { ...terms, ...json } });
  const ask = (query: string, variables: object = {}) =>
    sendGraphql(app, session, query, variables);
  const detailsOf = (body: { errors: { extensions: { details: unknown } }[] }) =>
    body.errors[0]?.extensions.details;

  it('is so many creatives of a campaign, and so many campaigns, clones among them', async () => {
    const creatives = [await upload(), await upload(), await upload()];
    const refused = await create({ creatives });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'creatives.2.fileId': ['is one too many: a campaign has at most 2 creatives'] },
    ]);
    const { status, body } = await create({ creatives: creatives.slice(0, 2) });
    expect(status).toBe(200);
    const url = `${app.url}/api/v2/campaigns/${body.data.id as string}`;
    const added = await send(`${url}/creatives`, { headers: headers(), json: creatives[2] });
    expect([added.status, Object.keys(added.body.errors as object)]).toEqual([422, ['fileId']]);

    expect((await create({ creatives: [] })).status).toBe(200);
    const third = await create({ creatives: [] });
    expect([third.status, third.body.errors]).toEqual([
      422,
      { name: ['an account has at most 2 campaigns'] },
    ]);
    const clone = await send(`${app.url}/graphql`, {
      headers: headers(),
      json: { query: `mutation { cloneCampaign(id: "${body.data.id as string}") { id } }` },
    });
    expect(detailsOf(clone.body)).toEqual(third.body.errors);
    await send(url, { method: 'DELETE', headers: headers() });
    expect((await create({ creatives: [] })).status).toBe(200);
  });

  it('is so many sites, and so many placements and accepted creatives of a site', async () => {
    const site = (url: string) =>
      ask(`mutation { createSite(input: { url: "${url}", name: "News" }) { id } }`);
    const { body } = await site('https://one.example');
    const siteId = body.data.createSite.id as string;
    await site('https://two.example');
    expect(detailsOf((await site('https://three.example')).body)).toEqual({
      url: ['is one site too many: an account has at most 2'],
    });
    const placement = (name: string) =>
      ask(
        `mutation { createPlacement(siteId: "${siteId}", input: { name: "${name}", size: "300x250" }) { id } }`,
      );
    await placement('one');
    await placement('two');
    expect(detailsOf((await placement('three')).body)).toEqual({
      name: ['is one placement too many: a site has at most 2'],
    });
    const accept = (ids: readonly string[]) =>
      ask(
        `mutation ($ids: [ID!]!) { decideOnCreatives(siteId: "${siteId}", decisions: { accept: $ids }) { id } }`,
        { ids },
      );
    const ids = Array.from({ length: 101 }, (_value, at) => at.toString(16).padStart(32, '0'));
    expect((await accept(ids.slice(0, 100))).body.errors).toBeUndefined();
    expect(Object.keys(detailsOf((await accept(ids.slice(100))).body) as object)).toEqual([
      'accept',
    ]);
  });

  it('is so many bytes', async () => {
    // Each counts 4 KiB: some are there already.
    const statuses = new Set<number>();
    let last;
    for (let at = 0; at < 260 && !statuses.has(422); at++) {
      last = await uploadFile(app, token, `https://shop.example/${at}`, {
        type: 'direct',
        scope: 'pop-up',
      });
      statuses.add(last.status);
    }
    expect([...statuses]).toEqual([200, 422]);
    expect(last?.body.errors).toEqual({
      file: ['is too much: an account stores at most 1 MiB of creatives'],
    });
    const other = await accessToken(app, { scopes: ['campaign.write'] });
    expect((await uploadFile(app, other, aPng('300x250'), { type: 'image' })).status).toBe(200);
  });
});
