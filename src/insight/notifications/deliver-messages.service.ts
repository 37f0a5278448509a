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
import { WebhookQueue } from './webhook-queue';

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
  const turns = new Set<Promise<void>>();
  const endsAt = performance.now() + runForMs;
  const run: Run = {
    signal,
    attemptMs,
    goesOn: () => !signal.aborted && performance.now() < endsAt,
  };
  try {
    await deliverUntilNothingIsDue(ctx, turns, run);
  } finally {
    // None goes on when the lease is given back.
    await Promise.all(turns);
  }
}

interface Run {
  readonly signal: AbortSignal;
  /** Longest that an attempt may take. */
  readonly attemptMs: number;
  /** False: nothing more is begun. */
  readonly goesOn: () => boolean;
}

async function deliverUntilNothingIsDue(
  ctx: NotificationContext,
  turns: Set<Promise<void>>,
  run: Run,
): Promise<void> {
  const queue = new WebhookQueue();
  /** By their ids: begun again at once, they would fail again, as fast as the processor can. */
  const failed = new Set<string>();
  let [gatheredAt, readAt] = [-Infinity, -Infinity];
  const isPast = (time: number, ms: number) => performance.now() - time >= ms;
  while (run.goesOn()) {
    const isToGather = isPast(gatheredAt, gatherEveryMs);
    if (isToGather) {
      await gatherNotices(ctx);
      gatheredAt = performance.now();
      failed.clear();
    }
    // All that is due is read seldom: there may be 10,000 webhooks. The run ends by what was read after its last turn.
    const isAtRest = turns.size === 0;
    if (isToGather || (!queue.isWaiting && (isAtRest || isPast(readAt, lookEveryMs)))) {
      const due = await ctx.webhookMessages.listDueWebhooks(ctx.now());
      queue.set(await ctx.webhooks.listCallees(due.filter((id) => !failed.has(id))));
      readAt = performance.now();
    }
    const begun = queue.begin();
    for (const id of begun) {
      const turn = deliverTo(ctx, id, run)
        .catch((error: unknown) => {
          failed.add(id);
          noteFault(ctx, { error, id, run });
          return false;
        })
        .then((hasMore) => {
          turns.delete(turn);
          queue.end(id, hasMore);
        });
      turns.add(turn);
    }
    if (isAtRest && begun.length === 0) return;
    await Promise.race([...turns, sleep(turns.size === 0 ? 0 : lookEveryMs)]);
  }
}

function noteFault(
  { log }: NotificationContext,
  { error, id, run }: { readonly error: unknown; readonly id: string; readonly run: Run },
): void {
  if (!run.signal.aborted) log.warn({ err: error, webhookId: id }, 'a webhook was not called');
}

/**
 * Sends a webhook what is due, until something is not taken, or the webhook is disabled.
 *
 * @returns true: others have their turn, and more may be due
 */
async function deliverTo(ctx: NotificationContext, id: string, run: Run): Promise<boolean> {
  for (let sent = 0; sent < messagesOfTurn && run.goesOn(); sent += 1) {
    // As it is now: its owner may have changed its address or its secret.
    const [webhook] = await ctx.webhooks.listEnabled([id]);
    const message = webhook && (await findNextMessage(ctx, webhook, sent));
    if (!message || !(await attempt(ctx, { webhook, message, run }))) return false;
  }
  return true;
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
