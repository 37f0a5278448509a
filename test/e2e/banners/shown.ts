import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { extname } from 'node:path/posix';
import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { accessToken, startApp, type TestApp } from '../../support/app';
import { launchBrowser } from '../../support/browser';
import { uploadFile } from '../../support/uploads';
import { type Banner, filesOf, red, zipOf } from './banner';

const size = { width: 300, height: 250 };
/** The share of points that may differ in two pictures of the same. */
const sameShare = 0.002;
const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
};

let app: TestApp;
let token: string;
let browser: Browser;
/** Serves the files of one banner, as its maker's disk does. */
let maker: Server;
let files = new Map<string, string | Buffer>();
/** Serves what a banner may load from outside. */
let outside: Server;
/** Paths that were asked of it. */
export const asked: string[] = [];

export const outsideUrl = (): string => urlOf(outside);
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
async function listen(answer: (path: string) => string | Buffer | undefined): Promise<Server> {
  const server = createServer((req, res) => {
    const path = decodeURIComponent(new URL(req.url ?? '/', 'http://x').pathname.slice(1));
    const content = answer(path);
    res.setHeader('Content-Type', types[extname(path)] ?? 'image/png');
    res.statusCode = content === undefined ? 404 : 200;
    res.end(content);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

beforeAll(async () => {
  maker = await listen((path) => files.get(path));
  const library = await filesOf({
    kind: 'a library',
    document: '',
    files: {
      'library.js': 'globalThis.show = (text) => { document.body.textContent = text; };',
      'fonts/css.css': '@import "more.css"; body { background: url(red.png) }',
      'fonts/more.css': 'body { font: 40px serif }',
      'fonts/red.png': red,
    },
  });
  outside = await listen((path) => {
    asked.push(path);
    return library.get(path);
  });
  app = await startApp({
    env: {
      ADGATE_LOOPBACK_WEBHOOKS: '1',
      ADGATE_DOCUMENT_FETCH_HOSTS: `trade, ${new URL(urlOf(outside)).host}`,
    },
  });
  token = await accessToken(app, { scopes: ['campaign.write'] });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  maker.close();
  outside.close();
});

/** Pictures of a frame, one after another. */
async function* watch(source: string, sandbox: string): AsyncGenerator<Buffer> {
  const context = await browser.newContext({ viewport: size });
  try {
    const shown = await context.newPage();
    await shown.goto(`${app.url}/health`);
    await shown.setContent(
      `<body style="margin:0"><iframe ${sandbox} src="${source}" style="border:0;width:300px;height:250px"></iframe>`,
    );
    for (;;) {
      await shown.waitForTimeout(250);
      yield await shown.screenshot();
    }
  } finally {
    await context.close();
  }
}

const pixelsOf = (picture: Buffer) => sharp(picture).removeAlpha().raw().toBuffer();

/** The share of points that are plainly of another colour. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [first, second] = await Promise.all([pixelsOf(one), pixelsOf(other)]);
  let count = 0;
  for (let at = 0; at < first.length; at += 3) {
    const isFar = (of: number) => Math.abs((first[at + of] ?? 0) - (second[at + of] ?? 0)) > 24;
    if (isFar(0) || isFar(1) || isFar(2)) count += 1;
  }
  return count / (first.length / 3);
}

/** The picture of a frame in which nothing moves any more. */
export async function pictureOf(source: string, sandbox = ''): Promise<Buffer> {
  let last: Buffer | undefined;
  let equal = 0;
  for await (const picture of watch(source, sandbox)) {
    equal = last && (await difference(last, picture)) === 0 ? equal + 1 : 0;
    if (equal === 4) return picture;
    last = picture;
  }
  throw new Error('no picture');
}

/** How near a frame without rights comes to a picture, in some seconds. */
async function nearest(seen: Buffer, source: string): Promise<number> {
  let least = 1;
  let count = 0;
  for await (const picture of watch(source, 'sandbox="allow-scripts"')) {
    least = Math.min(least, await difference(seen, picture));
    if (least < sameShare || (count += 1) === 40) break;
  }
  return least;
}

export const uploadBanner = async (banner: Banner) =>
  uploadFile(app, token, zipOf(await filesOf(banner), banner), {
    type: 'html',
    ...(banner.scope === null ? {} : { scope: '300x250' }),
  });

/** Expects of a banner that a page shows what its maker sees, served and as the tag frames it. */
export async function expectShown(banner: Banner): Promise<void> {
  files = await filesOf(banner);
  const seen = await pictureOf(`${urlOf(maker)}/index.html`);
  // It is something.
  const { channels } = await sharp(seen).stats();
  expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5);
  const { status, body } = await uploadBanner(banner);
  expect([status, body.message]).toEqual([200, undefined]);
  const bytes = Buffer.from(await (await fetch(body.data.url)).arrayBuffer());
  const data = `data:text/html;charset=utf-8;base64,${bytes.toString('base64')}`;
  for (const source of [body.data.url, data])
    expect(await nearest(seen, source)).toBeLessThan(sameShare);
}
