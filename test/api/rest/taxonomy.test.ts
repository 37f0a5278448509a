import { beforeAll, describe, expect, it } from '@jest/globals';
import { accessToken, logIn, type Reply, send, startApp, type TestApp } from '../../support/app';

describe('/api/v2/taxonomy', () => {
  let app: TestApp;
  let token: string;
  const get = (path: string, bearer = token): Promise<Reply> =>
    send(`${app.url}/api/v2/taxonomy/${path}`, { headers: { Authorization: `Bearer ${bearer}` } });

  beforeAll(async () => {
    app = await startApp();
    token = await accessToken(app, { scopes: ['statistics.read'] });
  });

  it('names the media', async () => {
    const { status, body } = await get('media');
    expect([status, body]).toEqual([200, { data: { web: 'Website', metaverse: 'Metaverse' } }]);
  });

  it('names the vendors of a medium', async () => {
    expect((await get('media/metaverse/vendors')).body).toEqual({
      data: {
        decentraland: 'Decentraland',
        cryptovoxels: 'Cryptovoxels',
        polkacity: 'PolkaCity',
        milc: 'MILC',
      },
    });
  });

  it.each(['web', 'radio', '__proto__'])('has no vendors of %s', async (medium) => {
    const { status, body } = await get(`media/${medium}/vendors`);
    expect([status, body]).toEqual([200, { data: {} }]);
  });

  it('tells what can be shown and targeted, dictionaries as maps from id to label', async () => {
    const { status, body } = await get('media/web');
    expect(status).toBe(200);
    const { targeting, formats, ...names } = body.data;
    expect(names).toEqual({ name: 'web', label: 'Website', vendor: null, vendorLabel: null });
    expect(formats.map(({ type }: { type: string }) => type)).toEqual([
      'image',
      'html',
      'video',
      'direct',
    ]);
    expect(formats[3]).toEqual({
      type: 'direct',
      mimes: ['text/plain'],
      scopes: ['pop-up', 'pop-under'],
    });
    expect(Object.keys(targeting)).toEqual(['user', 'site', 'device']);
    const [country] = targeting.user;
    expect([country.type, country.name, country.label]).toEqual(['dict', 'country', 'Country']);
    expect(Object.keys(country.items)).toHaveLength(250);
    expect(country.items.de).toBe('Germany');
    const [quality, category, domain] = targeting.site;
    expect(quality).toEqual({
      type: 'dict',
      name: 'quality',
      label: 'Site quality',
      items: { high: 'High', medium: 'Medium', low: 'Low' },
    });
    expect(category.items.health).toEqual({
      label: 'Health',
      values: { supplements: 'Food supplements', diets: 'Diets' },
    });
    expect(domain).toEqual({ type: 'input', name: 'domain', label: 'Domain' });
  });

  it('tells what a vendor has instead of its medium', async () => {
    const { data } = (await get('media/metaverse?vendor=cryptovoxels')).body;
    expect([data.name, data.label, data.vendor, data.vendorLabel]).toEqual([
      'metaverse',
      'Metaverse',
      'cryptovoxels',
      'Cryptovoxels',
    ]);
    expect(
      data.formats.map(({ type, mimes }: { type: string; mimes: string[] }) => [type, mimes]),
    ).toEqual([
      ['image', ['image/gif', 'image/jpeg', 'image/png']],
      ['video', ['video/mp4']],
      ['model', ['model/voxel']],
    ]);
    expect(data.targeting.site.map(({ name }: { name: string }) => name)).toEqual([
      'quality',
      'domain',
    ]);
  });

  it.each([
    ['media/radio', 400],
    ['media/web?vendor=decentraland', 400],
    ['media/__proto__', 400],
    ['media/constructor?vendor=x', 400],
    ['media/web?vendor=a&vendor=b', 422],
    ['media/web/x', 404],
    ['vendors', 404],
  ])('answers %s with %i', async (path, status) => {
    const { status: answered, body } = await get(path);
    expect([answered, body.error.code]).toEqual([status, status]);
  });

  it('takes any valid access token, and nothing else', async () => {
    const session = await logIn(app, 'operator');
    for (const bearer of ['', 'x', `${token}x`, session])
      for (const path of ['media', 'media/web', 'media/web/vendors', 'media/radio'])
        expect((await get(path, bearer)).status).toBe(401);
  });
});
