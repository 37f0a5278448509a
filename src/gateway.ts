import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { type App, createApp } from './app';
import type { Config } from './config';
import type { ServiceContext } from './context';
import { type ChangeFeed, type Changes, createChangeFeed } from './database/change-feed';
import { openDatabase } from './database/connection';
import { startJobs } from './jobs/index';
import { refreshOAuthMemory, rememberedCollections } from './oauth/memory';
import type { Readiness } from './rest/health';
import { createMessageClasses, type MessageClasses } from './rest/message-classes';
import { answerClientError, answerStarting } from './rest/outside-app';
import { createServiceContext } from './service-context';

/** Balancers find out at `/health` within this time that we go, while everything is still answered. */
const graceMs = 1_000;
/** Time that requests under way get to finish after that. */
const drainMs = 10_000;
/** A connection whose last answer went out while we listened is kept for the next request: until we look again. */
const sweepMs = 100;

/** A gateway that listens; not ready until `open`. */
export interface Gateway {
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Connects to the database, prepares what the first request shall find, and begins to answer.
   *
   * @throws when the database cannot be reached, or what `prepare` throws.
   */
  open(
    mongodbUri: string,
    prepare?: (ctx: ServiceContext) => Promise<void>,
  ): Promise<ServiceContext>;
  /**
   * Says so at `/health` for a time of grace in which it still answers everything, then takes no more, finishes what
   * is under way, makes every event durable, and lets go.
   *
   * @param options.graceMs default 1 second; none when it never was ready
   */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

/**
 * Takes the port and answers 503 on it until `open`.
 *
 * @throws the system's error when the port is taken or not allowed.
 */
export async function startGateway(config: Config, log: Logger): Promise<Gateway> {
  let readiness: Readiness = 'starting';
  let listener: RequestListener = answerStarting;
  const messages = createMessageClasses();
  const server = createServer(
    {
      ...messages,
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
  server.on('clientError', answerClientError);
  server.on('connection', (socket) => {
    // Asked now, it is kept: of a connection that its client has reset it cannot be had any more.
    Reflect.get(socket, 'remoteAddress');
  });
  await listen(server, config);
  const url = urlOf(server);
  let opened: OpenedGateway | null = null;

  return {
    url,
    async open(mongodbUri, prepare) {
      opened = await openGateway({
        config,
        log,
        mongodbUri,
        url,
        messages,
        readiness: () => readiness,
      });
      await prepare?.(opened.ctx);
      listener = opened.app.listener;
      readiness = 'ready';
      return opened.ctx;
    },
    async close(options) {
      const wasReady = readiness === 'ready';
      readiness = 'draining';
      if (wasReady) await sleep(options?.graceMs ?? graceMs);
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
  readonly messages: MessageClasses;
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
      collections: [
        'campaigns',
        'creatives',
        'sites',
        'placements',
        'accounts',
        'taxonomies',
        ...rememberedCollections,
      ],
      onChange: (changes) => takeUp(ctx, changes),
    });
    const app = await createApp(ctx, readiness, options.messages);
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
  await ctx.taxonomy.refresh();
  await ctx.creativeResults.refresh();
  await ctx.inventory.load();
  await ctx.eventLog.start();
}

async function takeUp(ctx: ServiceContext, changes: Changes): Promise<void> {
  const idsOf = (collection: string) => changes.get(collection) ?? [];
  await refreshOAuthMemory(ctx, idsOf);
  if (idsOf('taxonomies').length > 0 && (await ctx.taxonomy.refresh()))
    // In slices beside other changes, which do not wait for it.
    ctx.inventory.rerank().catch((error: unknown) => {
      ctx.log.error({ err: error }, 'campaigns are still served by the taxonomy before');
    });
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
  await ctx.mailer?.close();
  await ctx.eventLog.close();
  await ctx.creativeResults.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last counts of served creatives were not stored');
  });
  await feed.close();
  await db.close();
}

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
async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const sweep = setInterval(() => {
    server.closeIdleConnections();
  }, sweepMs);
  const cut = setTimeout(() => {
    server.closeAllConnections();
  }, drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
