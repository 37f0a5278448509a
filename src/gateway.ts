import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { type App, createApp } from './app';
import type { Config } from './config';
import type { ServiceContext } from './context';
import { type ChangeFeed, type Changes, createChangeFeed } from './database/change-feed';
import { openDatabase } from './database/connection';
import { startJobs } from './jobs/index';
import type { Readiness } from './rest/health';
import { createServiceContext } from './service-context';

/** Time that requests under way get to finish. */
const drainMs = 10_000;

/** A gateway that listens; not ready until `open`. */
export interface Gateway {
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Connects to the database and begins to answer.
   *
   * @throws when the database cannot be reached.
   */
  open(mongodbUri: string): Promise<ServiceContext>;
  /** Says so at `/health`, finishes what is under way, makes every event durable, and lets go. */
  close(): Promise<void>;
}

/**
 * Takes the port and answers 503 on it until `open`.
 *
 * @throws the system's error when the port is taken or not allowed.
 */
export async function startGateway(config: Config, log: Logger): Promise<Gateway> {
  let readiness: Readiness = 'starting';
  let listener: RequestListener = answerStarting;
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      keepAliveTimeout: 5_000,
    },
    (req, res) => {
      if (readiness === 'draining') res.setHeader('Connection', 'close');
      listener(req, res);
    },
  );
  await listen(server, config);
  const url = urlOf(server);
  let opened: OpenedGateway | null = null;

  return {
    url,
    async open(mongodbUri) {
      opened = await openGateway({ config, log, mongodbUri, url, readiness: () => readiness });
      listener = opened.app.listener;
      readiness = 'ready';
      return opened.ctx;
    },
    async close() {
      readiness = 'draining';
      await stopListening(server);
      await opened?.close();
    },
  };
}

interface OpenedGateway {
  readonly ctx: ServiceContext;
  readonly app: App;
  close(): Promise<void>;
}

async function openGateway(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly mongodbUri: string;
  readonly url: string;
  readonly readiness: () => Readiness;
}): Promise<OpenedGateway> {
  const { config, log, readiness, url } = options;
  const db = await openDatabase(options.mongodbUri);
  try {
    const ctx = await createServiceContext(db, config, { log, publicUrl: config.publicUrl ?? url });
    const feed = createChangeFeed({
      db,
      log,
      now: ctx.now,
      collections: ['campaigns', 'creatives', 'sites', 'placements', 'accounts'],
      onChange: (changes) => takeUp(ctx, changes),
    });
    const app = await createApp(ctx, readiness);
    await warmUp(ctx, feed);
    const jobs = startJobs(ctx);
    return { ctx, app, close: () => closeAll({ ctx, db, feed, app, jobs }) };
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
}

/** Watches first, then reads: no change falls between. */
async function warmUp(ctx: ServiceContext, feed: ChangeFeed): Promise<void> {
  await feed.start();
  await ctx.creativeResults.refresh();
  await ctx.inventory.load();
  await ctx.eventLog.start();
}

async function takeUp(ctx: ServiceContext, changes: Changes): Promise<void> {
  const idsOf = (collection: string) => changes.get(collection) ?? [];
  const creativeIds = idsOf('creatives');
  ctx.creativeContents.forget(creativeIds);
  await ctx.inventory.refresh({ campaignIds: idsOf('campaigns'), creativeIds });
  await ctx.supplyDirectory.refresh({
    siteIds: idsOf('sites'),
    placementIds: idsOf('placements'),
    accountIds: idsOf('accounts'),
  });
}

async function closeAll(parts: {
  readonly ctx: ServiceContext;
  readonly db: Connection;
  readonly feed: ChangeFeed;
  readonly app: App;
  readonly jobs: { close(): Promise<void> };
}): Promise<void> {
  const { ctx, db, feed, app, jobs } = parts;
  await app.close();
  await jobs.close();
  await ctx.eventLog.close();
  await ctx.creativeResults.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last counts of served creatives were not stored');
  });
  await feed.close();
  await db.close();
}

const answerStarting: RequestListener = (_req, res) => {
  res.writeHead(503, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
  });
  const message = 'the server is starting';
  res.end(
    JSON.stringify({ status: 'starting', error: { code: 503, message }, code: 503, message }),
  );
};

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  // A server that listens on TCP has an address of this form.
  const { address, family, port } = server.address() as AddressInfo;
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}

/** Resolves when no connection is left; those still open after `drainMs` are cut. */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, drainMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}
