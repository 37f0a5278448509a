import { createHash, randomUUID } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../../src/config';
import { digestOf } from '../../../src/demand/contents/digest';
import { removeUnusedContents } from '../../../src/demand/contents/remove-unused-contents.job';
import { wholeTurn } from '../../../src/platform/jobs/job';
import { hourMs } from '../../../src/time';
import { accessToken, send, startApp, type TestApp } from '../../support/app';
import { aPng, createActiveCampaign } from '../../support/campaigns';
import { freshDatabase } from '../../support/database';
import { uploadFile } from '../../support/uploads';

describe('contents in files', () => {
  let folder: string;
  let mongodbUri: string;
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'adgate-contents-'));
    mongodbUri = await freshDatabase();
    app = await startApp({ mongodbUri, env: { ADGATE_CONTENT_DIR: folder } });
    token = await accessToken(app, { scopes: ['campaign.read', 'campaign.write'] });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Paths of the files that hold a content, from the folder. */
  const filesOf = (content: Uint8Array): readonly string[] => {
    const id = digestOf(content);
    const parts = readdirSync(folder).filter((part) => part === id.slice(0, 2));
    return parts.flatMap((part) =>
      readdirSync(join(folder, part))
        .filter((name) => name.startsWith(id))
        .map((name) => join(part, name)),
    );
  };
  const makeOld = (file: string) => {
    const old = new Date(Date.now() - 2 * hourMs);
    utimesSync(join(folder, file), old, old);
  };
  const documentOf = (content: Uint8Array) =>
    app.ctx.contents.models[0]!.findById(digestOf(content)).lean();

  it('keeps an upload in one file, previews it, and serves its creative on every gateway', async () => {
    const content = aPng('300x250');
    const { body } = await uploadFile(app, token, content);
    const [file, ...others] = filesOf(content);
    expect([others, readFileSync(join(folder, file!))]).toEqual([[], content]);
    expect(await documentOf(content)).toEqual({
      _id: digestOf(content),
      file,
      expiresAt: expect.any(Date),
    });
    const preview = await fetch(body.data.url as string);
    expect(Buffer.from(await preview.arrayBuffer())).toEqual(content);

    const { status, body: campaign } = await send(`${app.url}/api/v2/campaigns`, {
      headers: { Authorization: `Bearer ${token}` },
      json: {
        status: 'active',
        name: 'Spring',
        targetUrl: 'https://shop.example/',
        budget: 10,
        medium: 'web',
        dateStart: '2026-01-01T00:00:00Z',
        creatives: [{ fileId: body.data.id, name: 'Banner' }],
      },
    });
    expect(status).toBe(200);
    const [{ id, hash }] = campaign.data.creatives;
    expect(hash).toBe(createHash('sha1').update(content).digest('hex'));
    const second = await startApp({ mongodbUri, env: { ADGATE_CONTENT_DIR: folder } });
    for (const { url } of [app, second]) {
      const served = await fetch(`${url}/serve/x${(id as string).replaceAll('-', '')}.doc`);
      expect([served.status, Buffer.from(await served.arrayBuffer())]).toEqual([200, content]);
    }
  });

  it('writes the same bytes once, whoever sends them at once', async () => {
    const content = aPng('300x250');
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => uploadFile(app, token, content)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(filesOf(content)).toHaveLength(1);
    expect(await app.ctx.contents.find(digestOf(content))).toEqual(content);
  });

  it('finishes links in files too', async () => {
    const { body } = await uploadFile(app, token, '', { type: 'direct', scope: 'pop-up' });
    const { body: campaign } = await send(`${app.url}/api/v2/campaigns`, {
      headers: { Authorization: `Bearer ${token}` },
      json: {
        status: 'draft',
        name: 'Link',
        targetUrl: 'https://shop.example/window',
        budget: 10,
        medium: 'web',
        dateStart: '2026-01-01T00:00:00Z',
        creatives: [{ fileId: body.data.id, name: 'Window' }],
      },
    });
    const served = await fetch(campaign.data.creatives[0].url as string);
    const text = await served.text();
    expect(text).toBe('https://shop.example/window#pop-up');
    expect(filesOf(Buffer.from(text))).toHaveLength(1);
  });

  it('removes files that no content names, once they are old, and nothing else', async () => {
    const [kept, expired, young] = [aPng('300x250'), aPng('300x250'), aPng('300x250')];
    await app.ctx.contents.put([kept, expired, young]);
    const unfinished = `00/${'00'.repeat(32)}.${'0'.repeat(16)}`;
    const foreign = '00/README';
    mkdirSync(join(folder, '00'), { recursive: true });
    for (const file of [unfinished, foreign]) writeFileSync(join(folder, file), 'half');
    await app.ctx.contents.models[0]!.deleteMany({
      _id: { $in: [digestOf(expired), digestOf(young)] },
    });
    for (const file of [unfinished, foreign, ...filesOf(kept), ...filesOf(expired)]) makeOld(file);

    await removeUnusedContents.run(app.ctx, new AbortController().signal, wholeTurn);
    expect([kept, expired, young].map((content) => filesOf(content).length)).toEqual([1, 0, 1]);
    expect(readdirSync(join(folder, '00'))).toContain('README');
    expect(readdirSync(join(folder, '00'))).not.toContain(unfinished.slice(3));
    expect(await app.ctx.contents.find(digestOf(kept))).toEqual(kept);
  });

  it('removes nothing more once its process stops', async () => {
    const content = aPng('468x60');
    await app.ctx.contents.put([content]);
    await app.ctx.contents.models[0]!.deleteOne({ _id: digestOf(content) });
    for (const file of filesOf(content)) makeOld(file);
    const unused = aPng('120x600');
    await app.ctx.contents.put([unused]);
    const filter = { _id: digestOf(unused) };
    const before = await app.ctx.contents.models[0]!.findOne(filter).lean();
    await removeUnusedContents.run(app.ctx, AbortSignal.abort(), wholeTurn);
    expect(filesOf(content)).toHaveLength(1);
    expect(await app.ctx.contents.models[0]!.findOne(filter).lean()).toEqual(before);
  });

  it('does not remove what is stored again under a new name', async () => {
    const content = aPng('300x250');
    await app.ctx.contents.put([content]);
    const [first] = filesOf(content);
    await app.ctx.contents.models[0]!.deleteOne({ _id: digestOf(content) });
    await app.ctx.contents.put([content]);
    for (const file of filesOf(content)) makeOld(file);
    await removeUnusedContents.run(app.ctx, new AbortController().signal, wholeTurn);
    expect(filesOf(content)).toHaveLength(1);
    expect(filesOf(content)).not.toContain(first);
    expect(await app.ctx.contents.find(digestOf(content))).toEqual(content);
  });

  it('lets the content of deleted creatives expire, and takes that back for one that is used', async () => {
    const { campaign, creatives } = await createActiveCampaign(app.ctx, {
      sizes: ['300x250', '728x90'],
    });
    const idOf = async (at: number) =>
      (await app.ctx.creatives.findContent(creatives[at]!.id))!.contentId;
    const [deleted, used] = [await idOf(0), await idOf(1)];
    const expiryOf = async (id: string) => {
      const found = await app.ctx.contents.models[0]!.findById(id).lean();
      return found!.expiresAt.getTime();
    };
    const never = await expiryOf(used);
    await app.ctx.creatives.delete(creatives[0]!.id, new Date());
    await app.ctx.contents.expire([used], new Date(Date.now() + hourMs));

    const startedAt = Date.now();
    await removeUnusedContents.run(app.ctx, new AbortController().signal, wholeTurn);
    expect(await expiryOf(used)).toBe(never);
    const left = (await expiryOf(deleted)) - startedAt;
    expect(left).toBeGreaterThan(47 * hourMs);
    expect(left).toBeLessThan(49 * hourMs);
    await app.ctx.creatives.copyAll(campaign.id, {
      campaignId: 'c'.repeat(32),
      createId: () => randomUUID().replaceAll('-', ''),
      insertionId: 'copy',
      storedAt: new Date(),
    });
    await app.ctx.creatives.deleteOfCampaign(campaign.id, new Date());
    await removeUnusedContents.run(app.ctx, new AbortController().signal, wholeTurn);
    // The copy has it.
    expect(await expiryOf(used)).toBe(never);
  });

  it('answers 500, and no other bytes, for a file that was changed', async () => {
    const { creatives } = await createActiveCampaign(app.ctx);
    const { id } = creatives[0]!;
    const { contentId } = (await app.ctx.creatives.findContent(id))!;
    const part = join(folder, contentId.slice(0, 2));
    const name = readdirSync(part).find((file) => file.startsWith(contentId))!;
    writeFileSync(join(part, name), 'something else');
    const { status, body } = await send(`${app.url}/serve/x${id}.doc`);
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining(folder)]);
  });
});

describe('another setting for contents', () => {
  it('serves what is in the database when a folder is set, and says what is missing without it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'adgate-contents-'));
    const mongodbUri = await freshDatabase();
    const before = await startApp({ mongodbUri });
    const [early, late] = [aPng('300x250'), aPng('300x250')];
    await before.ctx.contents.put([early]);
    const after = await startApp({ mongodbUri, env: { ADGATE_CONTENT_DIR: folder } });
    await after.ctx.contents.put([early, late]);
    expect(await after.ctx.contents.find(digestOf(early))).toEqual(early);
    expect(await after.ctx.contents.find(digestOf(late))).toEqual(late);
    expect(readdirSync(folder)).toEqual([digestOf(late).slice(0, 2)]);
    await expect(before.ctx.contents.find(digestOf(late))).rejects.toThrow('ADGATE_CONTENT_DIR');
    rmSync(folder, { recursive: true });
  });

  it('refuses to start on a folder that is none', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'adgate-contents-')), 'file');
    writeFileSync(file, '');
    await expect(startApp({ env: { ADGATE_CONTENT_DIR: file } })).rejects.toThrow(ConfigError);
  });
});
