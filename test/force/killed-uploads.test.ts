import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { digestOf } from '../../src/demand/contents/digest';
import { removeUnusedContents } from '../../src/demand/contents/remove-unused-contents.job';
import { wholeTurn } from '../../src/platform/jobs/job';
import { hourMs } from '../../src/time';
import { accessToken, startApp, type TestApp } from '../support/app';
import { aPng } from '../support/campaigns';
import { freshDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { type Program, runProgram } from '../support/process';
import { aForm, graphqlForm } from '../support/uploads';

const rounds = Number(process.env['SOAK_KILLS'] ?? 1);
/** Parts of the file that have been sent when the gateway is killed; -1: half of what stands before the file. */
const parts = [-1, 0, 0.5, 0.99, 1];

const surfaces = {
  rest: { path: '/api/v2/campaigns/creative', form: aForm },
  graphql: { path: '/graphql', form: graphqlForm },
} as const;
type Surface = keyof typeof surfaces;

function lengthUpTo(part: number, body: Buffer, content: Buffer): number {
  const before = body.indexOf(content);
  return Math.floor(part < 0 ? before / 2 : before + part * content.length);
}

describe.each([
  ['the database', false],
  ['a folder', true],
])(
  'a gateway that keeps contents in %s and is killed in the middle of uploads',
  (_where, hasFolder) => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'adgate-killed-'));
    const contentFolder = mkdtempSync(join(tmpdir(), 'adgate-contents-'));
    const env = hasFolder ? { ADGATE_CONTENT_DIR: contentFolder } : {};
    const sockets: Socket[] = [];
    let mongodbUri: string;
    let app: TestApp;
    let token: string;
    let program: Program;
    let port = '0';
    const url = () => `http://127.0.0.1:${port}`;

    beforeAll(async () => {
      mongodbUri = await freshDatabase();
      await start();
      app = await startApp({ mongodbUri, env: { ...env, ADGATE_PUBLIC_URL: url() } });
      token = await accessToken(app, { scopes: ['campaign.write'] });
    });
    afterEach(() => {
      for (const socket of sockets.splice(0)) socket.destroy();
    });
    afterAll(async () => {
      program.kill('SIGKILL');
      await program.exited;
      for (const folder of [dataFolder, contentFolder])
        rmSync(folder, { recursive: true, force: true });
    });

    async function start(): Promise<void> {
      program = runProgram('src/assembly/worker.js', {
        env: {
          ...{ PORT: port, MONGODB_URI: mongodbUri },
          ...{ ADGATE_DATA_DIR: dataFolder, ...env },
        },
      });
      [, port = ''] = await program.printed(/"url":"http:\/\/[^":]+:(\d+)","msg":"ready"/);
    }

    const headers = () => ({
      Authorization: `Bearer ${token}`,
      'Apollo-Require-Preflight': 'true',
    });

    /** @returns the id of the upload */
    async function upload(surface: Surface, content: Buffer): Promise<string> {
      const { path, form } = surfaces[surface];
      const answer = await fetch(url() + path, {
        ...{ method: 'POST', headers: headers(), body: form(content) },
      });
      // Safe: what both answer.
      const { data } = (await answer.json()) as {
        data: { id: string; createUpload?: { id: string } };
      };
      return (data.createUpload ?? data).id.replaceAll('-', '');
    }

    /** Sends so much of an upload. */
    async function begin(surface: Surface, content: Buffer, part: number): Promise<void> {
      const { path, form } = surfaces[surface];
      const request = new Request(url() + path, { method: 'POST', body: form(content) });
      const body = Buffer.from(await request.arrayBuffer());
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      sockets.push(socket);
      const lines = { ...headers(), 'Content-Type': request.headers.get('content-type')! };
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n` +
          Object.entries(lines)
            .map(([name, value]) => `${name}: ${value}\r\n`)
            .join('') +
          '\r\n',
      );
      socket.write(body.subarray(0, lengthUpTo(part, body, content)));
    }

    /** Files of uploads, with a name or without, that the gateway has open. */
    function received(): number {
      const folder = `/proc/${program.pid}/fd`;
      return readdirSync(folder).filter((fd) => {
        try {
          return readlinkSync(join(folder, fd)).startsWith(join(dataFolder, 'uploads'));
        } catch {
          // Closed since it was listed.
          return false;
        }
      }).length;
    }

    const contentFiles = () =>
      readdirSync(contentFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name.slice(0, 64));

    const uploadIds = async () =>
      (await app.ctx.uploads.models[0]!.find({}, { _id: 1 }).lean()).map(({ _id }) => _id);

    it('has whole uploads or none, and takes the same ones again', async () => {
      const made: string[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const contents = parts.map(() => aPng('300x250'));
        for (const surface of ['rest', 'graphql'] as const)
          for (const [at, part] of parts.entries()) await begin(surface, contents[at]!, part);
        if (process.platform === 'linux')
          await eventually(() => {
            expect(received()).toBeGreaterThan(parts.length);
          }, 20_000);
        // Some of these are being stored.
        const whole = Array.from({ length: 12 }, () => aPng('300x250'));
        const answers = whole.map((content) => upload('rest', content).catch(() => null));
        made.push(await Promise.race(answers.map((answer) => answer.then((id) => id!))));
        program.kill('SIGKILL');
        await program.exited;
        const answered = (await Promise.all(answers)).filter((id) => id !== null);
        const stored = await uploadIds();
        expect(stored).toEqual(expect.arrayContaining(answered));
        // All that are there have their bytes, also those whose answer nobody got.
        for (const id of stored) {
          const found = await app.ctx.uploads.findById(id, new Date());
          const bytes = await app.ctx.contents.find(found!.contentId);
          expect([digestOf(bytes!), bytes!.length]).toEqual([found!.contentId, found!.byteLength]);
        }

        await start();
        expect(readdirSync(join(dataFolder, 'uploads'))).toEqual([]);
        for (const surface of ['rest', 'graphql'] as const)
          for (const content of contents) made.push(await upload(surface, content));
      }
      expect(await uploadIds()).toEqual(expect.arrayContaining(made));
    });

    it('leaves no bytes but those that run out, and files that the job removes', async () => {
      const used = new Set(
        await Promise.all(
          (await uploadIds()).map(
            async (id) => (await app.ctx.uploads.findById(id, new Date()))!.contentId,
          ),
        ),
      );
      const later = Date.now() + 49 * hourMs;
      const kept = await app.ctx.contents.models[0]!.find().lean();
      expect(kept.filter(({ expiresAt }) => expiresAt.getTime() > later)).toEqual([]);
      expect(kept.map(({ _id }) => _id)).toEqual(expect.arrayContaining([...used]));
      app.clock.now = () => new Date(Date.now() + 2 * hourMs);
      await removeUnusedContents.run(app.ctx, new AbortController().signal, wholeTurn);
      const named = kept.flatMap(({ _id, file }) => (file === undefined ? [] : [_id]));
      expect(contentFiles().sort()).toEqual(named.sort());
      expect(named.length > 0).toBe(hasFolder);
    });
  },
);
