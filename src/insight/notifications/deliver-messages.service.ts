import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Reply } from '../../platform/egress/read-answer';
import { dayMs, minuteMs, secondMs } from '../../time';
import { unlessAborted } from '../../unless-aborted';
import { disableFailing } from './disable-webhook.service';
import { gatherNotices } from './gather-notices.service';
import { findNextMessage } from './next-message.service';
import type { NotificationContext } from './notification.context';
import { longestRestMs, nextAttemptAfter, restOf } from './retry-schedule';
import { secretsOf, signMessage } from './signature';
import type { Webhook } from './webhook.resource';
import type { StoredMessage } from './webhook-message.store';

/** Webhooks that are called at the same time. One webhook gets one message after the other. */
const atOnce = { all: 32, ofHost: 2, ofAccount: 4 } as const;
/** Then others have their turn. */
const messagesOfTurn = 50;
const gatherEveryMs = 3_000;
/** Then the run ends, so that its end is seen: a run that lasts much longer hangs. The next one begins at once. */
const runForMs = minuteMs;
/** One takes 10 s at most. What takes longer is cut: then no defect of ours keeps others waiting. */
const longestAttemptMs = 30 * secondMs;
const lookEveryMs = 500;
/** Nothing was taken for so long, and now a message's time is over: nobody listens any more. */
const hopelessAfterMs = 2 * dayMs;
/** The receiver wants no more. @see RFC 9110 §15.5.11 */
const gone = 410;

const decompress = promisify(gunzip);

/**
 * Sends all that is due, until nothing is or a minute is over; what comes meanwhile, too. One process at a time does it:
 * so bounds hold.
 */
export async function deliverMessages(
  ctx: NotificationContext,
  signal: AbortSignal,
  attemptMs = longestAttemptMs,
): Promise<void> {
  const underWay: Turns = new Map();
  const endsAt = performance.now() + runForMs;
  const run: Run = {
    signal,
    attemptMs,
    goesOn: () => !signal.aborted && performance.now() < endsAt,
  };
  try {
    await deliverUntilNothingIsDue(ctx, underWay, run);
  } finally {
    // None goes on when the lease is given back.
    await Promise.all([...underWay.values()].map(({ turn }) => turn));
  }
}

/** Webhooks that are being called, by their ids. */
type Turns = Map<string, { readonly webhook: Webhook; readonly turn: Promise<void> }>;

interface Run {
  readonly signal: AbortSignal;
  /** Longest that an attempt may take. */
  readonly attemptMs: number;
  /** False: nothing more is begun. */
  readonly goesOn: () => boolean;
}

async function deliverUntilNothingIsDue(
  ctx: NotificationContext,
  underWay: Turns,
  run: Run,
): Promise<void> {
  let gatheredAt = -Infinity;
  let hasStarted = true;
  /** By their ids: begun again at once, they would fail again, as fast as the processor can. */
  const failed = new Set<string>();
  while ((hasStarted || underWay.size > 0) && run.goesOn()) {
    if (performance.now() - gatheredAt >= gatherEveryMs) {
      await gatherNotices(ctx);
      gatheredAt = performance.now();
      failed.clear();
    }
    const called = [...underWay.values()].map(({ webhook }) => webhook);
    const next = await chooseWebhooks(ctx, called, failed);
    hasStarted = next.length > 0;
    for (const webhook of next) {
      const turn = deliverTo(ctx, webhook.id, run)
        .catch((error: unknown) => {
          failed.add(webhook.id);
          if (!run.signal.aborted)
            ctx.log.warn({ err: error, webhookId: webhook.id }, 'a webhook was not called');
        })
        .finally(() => underWay.delete(webhook.id));
      underWay.set(webhook.id, { webhook, turn });
    }
    await Promise.race([
      ...[...underWay.values()].map(({ turn }) => turn),
      sleep(underWay.size === 0 ? 0 : lookEveryMs),
    ]);
  }
}

/** Webhooks with something to send, as many as may be called beside those that are. */
async function chooseWebhooks(
  ctx: NotificationContext,
  called: readonly Webhook[],
  failed: ReadonlySet<string>,
): Promise<readonly Webhook[]> {
  const all = [...called];
  if (all.length >= atOnce.all) return [];
  const due = await ctx.webhooks.listEnabled(await ctx.webhookMessages.listDueWebhooks(ctx.now()));
  for (const webhook of due.filter(({ id }) => !failed.has(id))) {
    const same = (isAlike: (one: Webhook) => boolean) => all.filter(isAlike).length;
    if (
      all.length < atOnce.all &&
      same(({ id }) => id === webhook.id) === 0 &&
      same(({ url }) => hostOf(url) === hostOf(webhook.url)) < atOnce.ofHost &&
      same(({ accountId }) => accountId === webhook.accountId) < atOnce.ofAccount
    )
      all.push(webhook);
  }
  return all.slice(called.length);
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? '';

/** Sends a webhook what is due, until something is not taken, or the webhook is disabled. */
async function deliverTo(ctx: NotificationContext, id: string, run: Run): Promise<void> {
  for (let sent = 0; sent < messagesOfTurn && run.goesOn(); sent += 1) {
    // As it is now: its owner may have changed its address or its secret.
    const [webhook] = await ctx.webhooks.listEnabled([id]);
    const message = webhook && (await findNextMessage(ctx, webhook, sent));
    if (!message || !(await attempt(ctx, { webhook, message, run }))) return;
  }
}

/** @returns whether the message was taken. */
async function attempt(
  ctx: NotificationContext,
  { webhook, message, run }: Delivery,
): Promise<boolean> {
  const at = ctx.now();
  const { reply, isOurFault } = await post(ctx, { webhook, message, run }, at);
  const { status, excerpt, problem, retryAfterMs } = reply;
  const made = { at, status, excerpt, problem };
  ctx.webhookAttempts[problem === null ? 'taken' : 'failed'] += 1;
  if (problem === null) {
    await ctx.webhookMessages.noteAttempt(message.id, made, {
      state: 'delivered',
      nextAttemptAt: null,
    });
    await noteSuccess(ctx, webhook.id);
    return true;
  }
  const nextAttemptAt = nextAttemptAfter(at, {
    attempts: message.attempts.length + 1,
    retryUntil: message.retryUntil,
    askedMs: retryAfterMs,
  });
  await ctx.webhookMessages.noteAttempt(message.id, made, {
    state: nextAttemptAt === null ? 'dead' : 'pending',
    nextAttemptAt,
  });
  if (isOurFault) return false;
  const isDead = nextAttemptAt === null;
  await noteFailure(ctx, { webhook, at, isDead, status, problem, retryAfterMs });
  return false;
}

interface Delivery {
  readonly webhook: Webhook;
  readonly message: StoredMessage;
  readonly run: Run;
}

/** @throws when the signal is aborted */
async function post(
  ctx: NotificationContext,
  { webhook, message, run: { signal, attemptMs } }: Delivery,
  at: Date,
): Promise<{ readonly reply: Reply; readonly isOurFault: boolean }> {
  try {
    const body = (await decompress(message.body)).toString();
    const signed = signMessage(secretsOf(webhook, at), { id: message.id, at, body });
    const headers = {
      'Content-Type': 'application/json',
      'User-Agent': 'Adgate-Webhooks/1',
      ...signed,
    };
    const reply = await unlessAborted(
      ctx.egress.post(webhook.url, { headers, body, signal }),
      AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]),
    );
    return { reply, isOurFault: false };
  } catch (error) {
    if (signal.aborted) throw error;
    const ids = { webhookId: webhook.id, messageId: message.id };
    ctx.log.warn({ err: error, ...ids }, 'a message of a webhook could not be sent');
    const problem = 'this server could not send it';
    return {
      reply: { status: null, excerpt: null, problem, retryAfterMs: null },
      isOurFault: true,
    };
  }
}

/** Sends at once what had to wait while the webhook took nothing; what it did not take a while later: it may never take that. */
async function noteSuccess(ctx: NotificationContext, webhookId: string): Promise<void> {
  const [webhook] = await ctx.webhooks.listEnabled([webhookId]);
  if (!webhook || webhook.failures === 0) return;
  await ctx.webhooks.update(webhookId, { failures: 0, failingSince: null, restsUntil: null });
  if (webhook.restsUntil === null) return;
  const now = ctx.now();
  const othersAt = new Date(now.getTime() + longestRestMs);
  await ctx.webhookMessages.hastenUntried(webhookId, now, othersAt);
}

async function noteFailure(
  ctx: NotificationContext,
  failure: {
    readonly webhook: Webhook;
    readonly at: Date;
    readonly isDead: boolean;
    readonly status: number | null;
    readonly problem: string;
    readonly retryAfterMs: number | null;
  },
): Promise<void> {
  const { at, isDead, status, problem, retryAfterMs } = failure;
  const webhook = await ctx.webhooks.addFailure(failure.webhook.id, at);
  // Its owner may have given it another URL meanwhile: it owes nothing for the former one.
  if (!webhook || webhook.url !== failure.webhook.url) return;
  const { id, failures, failingSince } = webhook;
  const isHopeless =
    isDead && failingSince !== null && at.getTime() - failingSince.getTime() >= hopelessAfterMs;
  if (isHopeless || status === gone) {
    await disableFailing(ctx, webhook, problem);
    return;
  }
  const restMs = restOf(failures, retryAfterMs);
  if (restMs === null) return;
  const restsUntil = new Date(at.getTime() + restMs);
  await ctx.webhooks.update(id, { restsUntil });
  await ctx.webhookMessages.putOff(id, restsUntil);
}
