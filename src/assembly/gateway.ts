import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { type App, createApp } from './app';
import { checkClock } from '../platform/findings/clock-check';
import type { Config } from '../config';
import type { ServiceContext } from '../api/context';
import { ChangeFeed, type Changes } from '../platform/database/change-feed';
import type { SharedPolls } from '../platform/database/shared-polls';
import { openDatabase, withUnhurried } from '../platform/database/connection';
import { patiently } from '../platform/database/patiently';
import { noteGatewayUrl } from '../platform/process/gateway-url';
import { type RunningJobs, startJobs } from '../platform/jobs/clockwork';
import { refreshOAuthMemory } from '../identity/oauth/tokens/memory';
import { takeUpLive } from '../insight/live/live.service';
import type { Readiness } from '../http/health';
import { answerStarting } from '../http/outside-app';
import { createMessages, type Messages } from '../http/messages';
import { createMetrics, type Metrics } from '../http/metrics';
import { mendTarget } from '../http/request-target';
import { acceptAll, startHttpServer } from '../http/server';
import { createServiceContext } from './service-context';
import { watchedCollections } from './watched-collections';
import { assertPresent } from '../present';

/** Balancers find out at `/health` within this time that we go, while everything is still answered. */
export const defaultGraceMs = 1_000;

/** A gateway that listens; not ready until `open`. */
export interface Gateway {
  /** Where it listens, e.g. `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Connects to the database, prepares what the first request shall find, and begins to answer and to do its jobs.
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
   * @param options.isReplaced whether others go on at its port: `/health` says nothing then
   */
  close(options?: { readonly graceMs?: number; readonly isReplaced?: boolean }): Promise<void>;
}

export interface GatewayOptions {
  /** Default: the clock of the system. */
  readonly now?: () => Date;
  /** Where others serve already: the port is taken when requests can be answered, not before. */
  readonly besideUrl?: string | null;
  readonly metrics?: Metrics;
  /** As of `ChangeFeedOptions`. */
  readonly sharedPolls?: SharedPolls;
  /** As of `startHttpServer`. */
  readonly allAccepted?: () => Promise<void>;
}

/**
 * Takes the port and answers 503 on it until `open`.
 *
 * @throws the system's error when the port is taken or not allowed.
 */
export async function startGateway(
  config: Config,
  log: Logger,
  options: GatewayOptions = {},
): Promise<Gateway> {
  const { now = () => new Date(), besideUrl = null, metrics = createMetrics() } = options;
  const { allAccepted = acceptAll, sharedPolls } = options;
  const messages = createMessages();
  let readiness: Readiness = 'starting';
  let listener: RequestListener = answerStarting;
  const listen = () =>
    startHttpServer(
      config,
      (req, res) => {
        mendTarget(req);
        listener(req, res);
      },
      { allAccepted, messages },
    );
  let server = besideUrl === null ? await listen() : null;
  const url =
    server?.url ?? assertPresent(besideUrl, 'a gateway listens, or stands beside one that does');
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
        messages,
        sharedPolls,
      });
      await prepare?.(opened.ctx);
      if (readiness === 'draining') return opened.ctx;
      opened.startJobs();
      listener = opened.app.listener;
      readiness = 'ready';
      server ??= await listen();
      return opened.ctx;
    },
    async close({ graceMs = defaultGraceMs, isReplaced = false } = {}) {
      const wasReady = readiness === 'ready';
      if (!isReplaced) readiness = 'draining';
      server?.closeConnections();
      if (wasReady) await sleep(graceMs);
      // Now balancers know: whoever connects again comes elsewhere.
      opened?.app.endStreams();
      await server?.close({ isReplaced });
      await opened?.close();
    },
  };
}

interface OpenedGateway {
  readonly ctx: ServiceContext;
  readonly app: App;
  startJobs(): void;
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
  readonly messages: Messages;
  readonly sharedPolls: SharedPolls | undefined;
}): Promise<OpenedGateway> {
  const { config, log, now, readiness, metrics, messages, url, sharedPolls } = options;
  const db = await openDatabase(options.mongodbUri, config.patience);
  try {
    const { state, message, remedy } = await patiently(() => checkClock(db, now));
    if (state !== 'ok') log.warn({ check: 'clock', remedy }, message);
    const publicUrl = config.publicUrl ?? url;
    const ctx = await withUnhurried(options.mongodbUri, config.patience, (preparing) =>
      createServiceContext(db, config, { log, publicUrl, now, preparing }),
    );
    const feed = new ChangeFeed({
      db,
      log,
      now: ctx.now,
      sharedPolls,
      collections: watchedCollections,
      onChange: (changes) => takeUp(ctx, changes),
    });
    const changesKnownUntil = () => feed.knownUntil();
    const app = await createApp(ctx, { readiness, metrics, changesKnownUntil }, messages);
    await warmUp(ctx, feed);
    noteGatewayUrl(config.dataFolder, url);
    let jobs: RunningJobs | null = null;
    return {
      ctx,
      app,
      startJobs() {
        jobs = startJobs(ctx, ctx.jobs);
      },
      close: () => closeAll({ ctx, db, feed, app, jobs }),
    };
  } catch (error) {
    await db.close().catch(() => undefined);
    throw error;
  }
}

/** Watches first, then reads: no change falls between. */
async function warmUp(ctx: ServiceContext, feed: ChangeFeed): Promise<void> {
  await feed.start();
  await patiently(() => ctx.taxonomy.refresh());
  await patiently(() => ctx.networkLists.refresh());
  await patiently(() => ctx.refusedDomains.load());
  await patiently(() => ctx.auctionTypes.refresh());
  await patiently(() => ctx.rates.refresh());
  await patiently(() => ctx.trafficCurve.refresh());
  await patiently(() => ctx.creativeResults.refresh());
  await patiently(() => ctx.peerDirectory.load());
  await patiently(() => ctx.inventory.load());
  await patiently(() => ctx.frequencyExchange.load());
  ctx.shownPeers.begin();
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
  if (idsOf('networkLists').length > 0) await ctx.networkLists.refresh();
  if (idsOf('refusedDomains').length > 0)
    await ctx.onRefusedDomainsChanged(idsOf('refusedDomains'));
  if (idsOf('auctionTypes').length > 0) await ctx.auctionTypes.refresh();
  if (idsOf('rates').length > 0) await ctx.rates.refresh();
  await ctx.peerDirectory.refresh({
    addresses: idsOf('peers'),
    areSettingsChanged: idsOf('peerSettings').length > 0,
  });
  const creativeIds = idsOf('creatives');
  ctx.creativeContents.forget(creativeIds);
  await ctx.inventory.refresh({
    campaignIds: [...idsOf('campaigns'), ...idsOf('peerCampaigns')],
    creativeIds: [...creativeIds, ...idsOf('peerCreatives')],
  });
  await ctx.frequencyExchange.refresh(idsOf('frequencyShares'));
  await ctx.shownPeers.refresh();
  await ctx.supplyDirectory.refresh({
    siteIds: idsOf('sites'),
    placementIds: idsOf('placements'),
    accountIds: idsOf('accounts'),
  });
  await takeUpLive(ctx, idsOf);
}

async function closeAll(parts: {
  readonly ctx: ServiceContext;
  readonly db: Connection;
  readonly feed: ChangeFeed;
  readonly app: App;
  readonly jobs: RunningJobs | null;
}): Promise<void> {
  const { ctx, db, feed, app, jobs } = parts;
  await app.close();
  ctx.live.close();
  await jobs?.close();
  await ctx.mailer?.close();
  await ctx.contentWorkers.close();
  await ctx.jsonThreads.close();
  await ctx.eventLog.close();
  await ctx.offerGate.close();
  await ctx.creativeResults.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last counts of served creatives were not stored');
  });
  await ctx.requestCounts.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last counts of finds were not stored');
  });
  await ctx.frequencyExchange.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last counts of visitors’ views were not stored');
  });
  await ctx.findObserver.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last outcomes of finds were not stored');
  });
  await ctx.findSampler.flush().catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'the last finds for forecasts were not stored');
  });
  await feed.close();
  await db.close();
}
