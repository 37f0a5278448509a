import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  accessToken,
  logIn,
  send,
  sendGraphql,
  startApp,
  type StartAppOptions,
  type TestApp,
} from './app';
import { eventually } from './eventually';
import { desktopUserAgent, launchBrowser } from './browser';
import { listenOn, type ProxyOptions, startProxy } from './proxy';
import { uploadFile, type UploadOptions } from './uploads';

type AnyServer = Awaited<ReturnType<typeof listenOn>>;

/** The parts of a publisher's page. */
export interface PageOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: an address of this machine, which browsers take for secure. */
  readonly host?: string;
  readonly path?: string;
  /** A script that runs before the page's own. */
  readonly before?: string;
}

/** A gateway, a publisher with a site on another origin, an advertiser, and a browser. */
export interface AdPages {
  readonly app: TestApp;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly publisherUrl: string;
  /** Where pages find the gateway. */
  readonly gatewayUrl: string;
  /** The tag as pages load it. */
  readonly tag: string;
  readonly createAd: (content: Buffer | string, options: UploadOptions) => Promise<void>;
  /** Ids of new placements of the site, all of this size. */
  readonly createPlacements: (size: string, count?: number) => Promise<readonly string[]>;
  readonly embedCode: (id: string) => Promise<string>;
  /** Opens a page of the publisher's with this body, and closes the others. */
  readonly open: (body: string, options?: PageOptions) => Promise<AdPage>;
}

/** An open page, and what the tag has told it and the server. */
export interface AdPage {
  readonly page: Page;
  /** Texts `<event> <element's id>`, in their order. */
  readonly events: () => readonly string[];
  /** The detail of the first such event; waits for it. */
  readonly event: (type: string, id?: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Milliseconds between the first two events of these types. */
  readonly between: (one: string, other: string) => number;
  /** URLs that the page has asked for, by the first segments of their paths. */
  readonly requests: (path: string) => readonly string[];
  /** Bodies of its finds. */
  readonly finds: readonly Find[];
}

export interface Find {
  readonly context: Record<string, unknown>;
  readonly placements: readonly Record<string, unknown>[];
}

/**
 * Tells every event of the tag on the console. Nothing looks into the page: what a debugger does there passes for the
 * visitor's doing, and a policy may forbid it.
 */
const notes = `
  for (const type of ['filled', 'empty', 'sample', 'view', 'click', 'error'])
    document.addEventListener('adgate:' + type, ({ target, detail }) => {
      console.debug('adgate ' + JSON.stringify({ type, id: target.id, detail, at: performance.now() }));
    });`;

interface Told {
  readonly type: string;
  readonly id: string;
  readonly detail: Readonly<Record<string, unknown>>;
  /** Milliseconds of the page. */
  readonly at: number;
}

/** How long a slow machine may take. */
const patienceMs = 20_000;

const started = new Set<() => unknown>();
afterAll(() => Promise.all([...started].map((close) => close())));

/** A server that is closed after the file's tests. */
export async function listen(listener: RequestListener, isSecure = false): Promise<AnyServer> {
  const server = await listenOn(isSecure, listener);
  started.add(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

export const urlOf = (server: AnyServer) =>
  `http${'cert' in server ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`;

export interface AdPagesOptions extends StartAppOptions {
  /** True where page and gateway are by https. */
  readonly isSecure?: boolean;
  /** Alters creatives on their way. */
  readonly alter?: ProxyOptions['alter'];
}

/** Starts a gateway behind those proxies that the options ask for; its address is that of the outer one. */
async function startBehindProxies({ isSecure = false, alter, env }: AdPagesOptions) {
  const front = isSecure ? await startProxy({ isSecure }) : null;
  const serving = alter ? await startProxy({ alter }) : null;
  const app = await startApp({
    env: {
      ...env,
      ...(front && { ADGATE_PUBLIC_URL: front.url, ADGATE_TRUSTED_PROXIES: '127.0.0.1/32' }),
      ...(serving && { ADGATE_SERVE_URL: serving.url }),
    },
  });
  for (const proxy of [front, serving])
    if (proxy) {
      proxy.target = app.url;
      started.add(proxy.close);
    }
  return { app, gatewayUrl: front?.url ?? app.url };
}

export async function startAdPages(options: AdPagesOptions = {}): Promise<AdPages> {
  const { isSecure = false } = options;
  const { app, gatewayUrl } = await startBehindProxies(options);
  const token = await accessToken(app, { scopes: ['campaign.write'] });
  const apiToken = await logIn(app, 'publisher');
  const pages = new Map<string, { body: string; headers: Readonly<Record<string, string>> }>();
  const publisher = await listen(({ url = '' }, res) => {
    const found = pages.get(url);
    for (const [name, value] of Object.entries(found?.headers ?? {})) res.setHeader(name, value);
    res.setHeader('Content-Type', 'text/html');
    res.statusCode = found ? 200 : 404;
    res.end(found?.body);
  }, isSecure);
  const advertiser = await listen((_req, res) => {
    res.setHeader('Content-Type', 'text/html').end('<title>Landing</title>');
  });
  const browser = await launchBrowser(['--host-resolver-rules=MAP *.example 127.0.0.1']);
  started.add(() => browser.close());
  const context = await browser.newContext({
    userAgent: desktopUserAgent,
    ignoreHTTPSErrors: true,
    viewport: { width: 1000, height: 800 },
  });

  const ask = async (query: string, variables: object) => {
    const reply = await sendGraphql(app, apiToken, query, variables);
    return reply.body.data;
  };
  const siteOf = async (url: string) => {
    const { site } = await ask(
      'mutation ($input: CreateSiteInput!) { site: createSite(input: $input) { id } }',
      { input: { url, name: 'News' } },
    );
    return site.id;
  };
  const siteId = await siteOf('http://127.0.0.1');
  const newPlacement =
    'mutation ($siteId: ID!, $input: CreatePlacementInput!) { placement: createPlacement(siteId: $siteId, input: $input) { id } }';
  let count = 0;
  const port = new URL(urlOf(publisher)).port;

  return {
    app,
    browser,
    context,
    publisherUrl: urlOf(publisher),
    gatewayUrl,
    tag: `<script async src="${gatewayUrl}/tag/v1.js"></script>`,

    async createAd(content, upload) {
      const { body } = await uploadFile(app, token, content, upload);
      const { status } = await send(`${app.url}/api/v2/campaigns`, {
        headers: { Authorization: `Bearer ${token}` },
        json: {
          status: 'active',
          name: 'Spring',
          targetUrl: `${urlOf(advertiser)}/landing?cid={cid}`,
          budget: 1000,
          maxCpm: 5,
          medium: 'web',
          dateStart: '2026-01-01T00:00:00Z',
          creatives: [{ fileId: body.data.id, name: 'Ad' }],
        },
      });
      if (status !== 200) throw new Error(`the campaign was not made: ${status}`);
    },

    async createPlacements(size, many = 1) {
      const ids: string[] = [];
      for (let at = 0; at < many; at += 1) {
        const input = { name: `Box ${(count += 1)}`, size };
        ids.push((await ask(newPlacement, { siteId, input })).placement.id);
      }
      return ids;
    },

    async embedCode(id) {
      const found = await ask('query ($id: ID!) { placement(id: $id) { embedCode } }', { id });
      return found.placement.embedCode;
    },

    async open(body, { headers = {}, host = '127.0.0.1', path, before = '' } = {}) {
      const at = path ?? `/page-${pages.size}`;
      const html = `<!doctype html><title>News</title><link rel="icon" href="data:,">${body}`;
      pages.set(at, { body: html, headers });
      // Requests of earlier pages do not count as this one's.
      await Promise.all(context.pages().map((earlier) => earlier.close()));
      const page = await context.newPage();
      const requests: string[] = [];
      const finds: Find[] = [];
      const told: Told[] = [];
      page.on('console', (message) => {
        const [, json] = /^adgate (\{.*)$/s.exec(message.text()) ?? [];
        if (json !== undefined) told.push(JSON.parse(json));
      });
      page.on('request', (request) => {
        requests.push(request.url());
        if (request.url().endsWith('/supply/find') && request.method() === 'POST')
          finds.push(request.postDataJSON());
      });
      await page.addInitScript(`${notes}\n${before}`);
      await page.goto(`http${isSecure ? 's' : ''}://${host}:${port}${at}`);
      return {
        page,
        finds,
        events: () => told.map(({ type, id }) => `${type} ${id}`),
        between(one, other) {
          const atOf = (type: string) => told.find((event) => event.type === type)?.at ?? NaN;
          return atOf(other) - atOf(one);
        },
        async event(type, id) {
          const find = () =>
            told.find((one) => one.type === type && (id === undefined || one.id === id));
          await eventually(() => {
            if (find()) return Promise.resolve();
            const heard = told.map((one) => JSON.stringify(one)).join('\n');
            return Promise.reject(new Error(`no ${type} was told, but:\n${heard}`));
          }, patienceMs);
          return find()!.detail;
        },
        requests: (prefix) => requests.filter((url) => new URL(url).pathname.startsWith(prefix)),
      };
    },
  };
}

/** Finds the content of the ad of the page's first placement, as JavaScript. */
export const inAd = (selector: string): string =>
  `document.querySelector('[data-adgate]').shadowRoot.querySelector('${selector}')`;
