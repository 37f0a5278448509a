import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import document from '../../../src/demand/taxonomy/default-taxonomy.json';
import { parseTaxonomy } from '../../../src/demand/taxonomy/taxonomy-document';
import { toTargeting } from '../../../src/demand/taxonomy/taxonomy';
import { logIn, send, startApp, type TestApp } from '../../support/app';
import { addCampaign, createActiveCampaign } from '../../support/campaigns';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { temporaryFolder } from '../support';

const folder = temporaryFolder();

function fileOf(content: unknown): string {
  const file = join(folder, `${randomUUID()}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

/** The members of the document that the tests change. */
interface Editable {
  readonly media: {
    name: string;
    formats: { mimes: string[]; scopes: string[] }[];
    targeting: Record<'user' | 'site' | 'device', { name: string; items?: unknown }[]>;
  }[];
  readonly vendors: { hosts?: string[] }[];
}
type Medium = Editable['media'][number];

/** The default document, changed. */
function changed(change: (media: [Medium, Medium], copy: Editable) => void): unknown {
  const copy = structuredClone(document) as unknown as Editable;
  // The document has these two.
  change(copy.media as [Medium, Medium], copy);
  return copy;
}
const inframe = {
  type: 'dict',
  name: 'inframe',
  label: 'In a frame',
  items: { yes: 'Yes', no: 'No' },
};
const withNewSize = changed(([web]) => {
  web.formats[0]!.scopes.push('7x7');
  web.targeting.site.push(inframe);
});

describe('adgate taxonomy import', () => {
  let apps: readonly TestApp[];
  let mongodbUri: string;

  const run = (...args: readonly string[]) =>
    runCommandLine(['taxonomy', 'import', ...args], { env: { MONGODB_URI: mongodbUri } });
  const scopesOf = async ({ url }: TestApp): Promise<readonly string[]> => {
    const { body } = await send(`${url}/graphql`, {
      json: { query: '{ mediumForVendor(name: "web") { formats { scopes } } }' },
    });
    return body.data.mediumForVendor.formats[0].scopes;
  };

  beforeAll(async () => {
    mongodbUri = await freshDatabase();
    apps = [await startApp({ mongodbUri }), await startApp({ mongodbUri })];
  });

  it('puts a document in force on every running gateway within two seconds, and for the next start', async () => {
    const [app] = apps;
    const targeting = toTargeting({ site: { inframe: ['no'] } });
    await expect(addCampaign(app!.ctx, { targeting })).rejects.toMatchObject({
      details: { 'targeting.requires.site.inframe': [expect.stringContaining('unknown')] },
    });
    const { exitCode, printed } = await run(fileOf(withNewSize), '--json');
    expect([exitCode, JSON.parse(printed)]).toEqual([
      0,
      { name: 'adgate', version: '1.0.0', media: ['web', 'metaverse'], orphans: [] },
    ]);
    await eventually(async () => {
      for (const one of apps) expect(await scopesOf(one)).toContain('7x7');
    });
    expect(await scopesOf(await startApp({ mongodbUri }))).toContain('7x7');
    const { campaign } = await createActiveCampaign(app!.ctx, { campaign: { targeting } });
    const framed = async (topframe: boolean | undefined) => {
      const context = { iid: randomUUID(), url: 'https://frames.example' };
      const placements = [{ id: '1', width: 300, height: 250, topframe }];
      return (await send(`${app!.url}/supply/find`, { json: { context, placements } })).body.data
        .length;
    };
    expect([await framed(true), await framed(false), await framed(undefined)]).toEqual([1, 0, 0]);
    await app!.ctx.campaigns.update(campaign, { status: 'inactive' });
  });

  it('reads the targeting of running campaigns and the sizes of known placements anew', async () => {
    const [app] = apps;
    const { campaign } = await createActiveCampaign(app!.ctx, {
      campaign: { targeting: toTargeting({ site: { category: ['health'] } }) },
      sizes: ['88x31'],
    });
    const token = await logIn(app!, 'publisher');
    const query = `mutation { createSite(input: { url: "https://pills.example", name: "Pills", categories: ["news"] }) { id } }`;
    await send(`${app!.url}/graphql`, {
      json: { query },
      headers: { Authorization: `Bearer ${token}` },
    });
    const { account } = (await app!.ctx.accounts.findLogin('publisher@test.example'))!;
    const count = async ({ url }: TestApp) => {
      const context = { iid: randomUUID(), url: 'https://pills.example', publisher: account.id };
      const placements = [{ id: '1', width: 88, height: 31 }];
      return (await send(`${url}/supply/find`, { json: { context, placements } })).body.data.length;
    };
    for (const one of apps) expect(await count(one)).toBe(0);
    const newsIsHealth = changed(([web]) => {
      const category = web.targeting.site.find(({ name }) => name === 'category')!;
      const values = { supplements: 'Food supplements', news: 'Health news' };
      category.items = { health: { label: 'Health', values } };
    });
    expect((await run(fileOf(newsIsHealth))).exitCode).toBe(0);
    await eventually(async () => {
      for (const one of apps) expect(await count(one)).toBe(1);
    });
    await app!.ctx.campaigns.update(campaign, { status: 'inactive' });
  });

  const losses: readonly [string, Parameters<typeof changed>[0], RegExp][] = [
    [
      'a targeting option',
      ([web]) => (web.targeting.device = []),
      /targeting\.requires\.device\.os is unknown/,
    ],
    ['a medium', (media) => media.splice(0, 1), /no medium web/],
    ['a creative’s size', ([web]) => (web.formats[0]!.scopes = ['1x1']), /no image of 300x250/],
    [
      'a creative’s MIME type',
      ([web]) => (web.formats[0]!.mimes = ['image/gif']),
      /no creatives of MIME type image\/png/,
    ],
    ['a creative’s type', ([web]) => web.formats.splice(0, 1), /no creatives of type image/],
  ];
  it.each(losses)(
    'refuses one without %s of a running campaign, unless forced',
    async (_case, change, problem) => {
      const [app] = apps;
      expect((await run(fileOf(document))).exitCode).toBe(0);
      await app!.ctx.taxonomy.refresh();
      const { campaign } = await createActiveCampaign(app!.ctx, {
        campaign: { targeting: toTargeting({ device: { os: ['unix'] } }) },
      });
      const before = await app!.ctx.taxonomies.findText();
      const file = fileOf(changed(change));
      const { exitCode, lines, printed } = await run(file);
      expect([exitCode, printed]).toEqual([1, '']);
      expect(lines).toEqual([expect.stringMatching(problem)]);
      expect(lines[0]).toContain(campaign.id);
      expect(lines[0]).toContain('--force');
      expect(await app!.ctx.taxonomies.findText()).toBe(before);
      const forced = await run(file, '--force');
      expect([forced.exitCode, forced.lines]).toEqual([0, []]);
      expect(forced.printed).toContain(`orphaned: ${campaign.id}`);
      await app!.ctx.campaigns.update(campaign, { status: 'inactive' });
      expect((await run(file)).exitCode).toBe(0);
    },
  );

  it.each([
    ['no JSON', '{', /is not JSON/],
    ['a word', 'hello', /^(adgate: )?the document is not JSON: Unexpected token 'h'$/],
    ['nothing', '', /is not JSON/],
    ['a number', 5, /invalid/i],
    [
      'what is wrong in several places',
      changed(([web], { vendors }) => {
        web.name = '';
        vendors[0]!.hosts = ['*'];
      }),
      /media\.0\.name .*; vendors\.0\.hosts\.0/,
    ],
    [
      'more than a mebibyte',
      JSON.stringify({ padding: 'x'.repeat(1024 * 1024) }),
      /at most 1048576 characters/,
    ],
  ])('refuses %s, naming the path', async (_case, content, problem) => {
    const { exitCode, lines } = await run(fileOf(content));
    expect([exitCode, lines]).toEqual([1, [expect.stringMatching(problem)]]);
  });

  it('refuses what is no file', async () => {
    expect((await run(join(folder, 'none.json'))).lines).toEqual([
      expect.stringContaining('there is no file'),
    ]);
    expect((await run(folder)).lines).toEqual([expect.stringContaining('is a folder')]);
    const file = fileOf('');
    writeFileSync(file, Buffer.from([0xff, 0xfe, 0x00]));
    expect((await run(file)).lines).toEqual([expect.stringContaining('is not UTF-8')]);
    expect((await run()).exitCode).toBe(2);
  });

  it('leaves the taxonomy in force when a stored one cannot be read', async () => {
    const [app] = apps;
    expect((await run(fileOf(document))).exitCode).toBe(0);
    await app!.ctx.taxonomy.refresh();
    await app!.ctx.taxonomies.replaceText('{}', new Date());
    expect(await app!.ctx.taxonomy.refresh()).toBe(false);
    expect(app!.ctx.taxonomy.current).toEqual(parseTaxonomy(document));
    expect((await run(fileOf(document))).exitCode).toBe(0);
  });
});
