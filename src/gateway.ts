import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { type App, createApp } from './app';
import type { Config } from './config';
import type { ServiceContext } from './context';
import { type ChangeFeed, type Changes, createChangeFeed } from './platform/database/change-feed';
import { openDatabase } from './platform/database/connection';
import { noteGatewayUrl } from './platform/process/gateway-url';
import { startJobs } from './platform/jobs/clockwork';
import { refreshOAuthMemory, rememberedCollections } from './identity/oauth/memory';
import type { Readiness } from './http/health';
import { answerStarting } from './http/outside-app';
import { createMetrics, type Metrics, startMetricsServer } from './http/metrics';
import { startHttpServer } from './http/server';
import { createServiceContext } from './service-context';

/** Balancers find out at `/health` within this time that we go, while everything is still answered. */
const graceMs = 1_000;

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
export async function startGateway(
  config: Config,
  log: Logger,
  now: () => Date = () => new Date(),
): Promise<Gateway> {
  let readiness: Readiness = 'starting';
  let listener: RequestListener = answerStarting;
  const server = await startHttpServer(config, (req, res) => {
    listener(req, res);
  });
  const { url } = server;
  const metrics = createMetrics();
  const metricsServer = await startMetricsPort(config, metrics);
  let opened: OpenedGateway | null = null;

  return {
    url,
    async open(mongodbUri, prepare) {
      opened = await openGateway({
        config,
        log,
        now,
        mongodbUri,
        url,
        readiness: () => readiness,
        metrics,
      });
      await prepare?.(opened.ctx);
      listener = opened.app.listener;
      readiness = 'ready';
      return opened.ctx;
    },
    async close(options) {
      const wasReady = readiness === 'ready';
      readiness = 'draining';
      server.closeConnections();
      if (wasReady) await sleep(options?.graceMs ?? graceMs);
      await server.close();
      await opened?.close();
      metricsServer?.close();
    },
  };
}

function startMetricsPort({ host, metricsPort }: Config, metrics: Metrics) {
  return metricsPort === null ? null : startMetricsServer({ host, port: metricsPort }, metrics);
}

interface OpenedGateway {
  readonly ctx: ServiceContext;
  readonly app: App;
  close(): Promise<void>;
}

async function openGateway(options: {
  readonly config: Config;
  readonly log: Logger;
  readonly now: () => Date;
  readonly mongodbUri: string;
  readonly url: string;
  readonly readiness: () => Readiness;
  readonly metrics: Metrics;
}): Promise<OpenedGateway> {
  const { config, log, now, readiness, metrics, url } = options;
  const db = await openDatabase(options.mongodbUri);
  try {
    const publicUrl = config.publicUrl ?? url;
    const ctx = await createServiceContext(db, config, { log, publicUrl, now });
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
        'rates',
        ...rememberedCollections,
      ],
      onChange: (changes) => takeUp(ctx, changes),
    });
    const app = await createApp(ctx, readiness, metrics);
    await warmUp(ctx, feed);
    noteGatewayUrl(config.dataFolder, url);
    const running = startJobs(ctx, ctx.jobs);
    return { ctx, app, close: () => closeAll({ ctx, db, feed, app, jobs: running }) };
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
}

/** Watches first, then reads: no change falls between. */
async function warmUp(ctx: ServiceContext, feed: ChangeFeed): Promise<void> {
  await feed.start();
  await ctx.taxonomy.refresh();
  await ctx.rates.refresh();
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
  if (idsOf('rates').length > 0) await ctx.rates.refresh();
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
  await ctx.contentWorkers.close();
  await ctx.eventLog.close();
  await ctx.offerGate.close();
  await ctx.creativeResults.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last counts of served creatives were not stored');
  });
  await feed.close();
  await db.close();
}
