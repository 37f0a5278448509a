import { type Connection, Schema } from 'mongoose';
import { inBatches } from '../../platform/database/in-batches';
import { nativeCollection } from '../../platform/database/native-collection';
import { bufferOf, type StoredBytes } from '../../platform/database/stored-bytes';
import type { DatabaseSession } from '../../platform/database/transaction';
import { readSlice } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { dayMs } from '../../time';
import type { WebhookAttempt, WebhookMessage, WebhookMessageState } from './webhook-message';
import type { Webhook } from './webhook.resource';

/** A message with what is sent: JSON, compressed by gzip. */
export interface StoredMessage extends WebhookMessage {
  readonly body: Buffer;
}

interface MessageDocument extends Omit<StoredMessage, 'id' | 'body'> {
  readonly _id: string;
  readonly body: StoredBytes;
  readonly expiresAt: Date;
  /** Lists ask for it; what is deleted is gone. */
  readonly deletedAt: null;
}

/** Attempts that are kept of a message. */
const mostAttempts = 20;
/** The first of them tells since when something is due, unless its webhook is disabled. */
const dueAtOnce = 100;

const isDue = (now: Date) => ({ state: 'pending', nextAttemptAt: { $lte: now } }) as const;

const after = (from: Date, ms: number) => new Date(from.getTime() + ms);

const schema = new Schema<MessageDocument>(
  {
    _id: String,
    webhookId: String,
    accountId: String,
    kind: String,
    count: Number,
    state: String,
    nextAttemptAt: Date,
    retryUntil: Date,
    attempts: [Schema.Types.Mixed],
    body: Buffer,
    createdAt: Date,
    expiresAt: Date,
    deletedAt: Date,
  } satisfies Record<keyof MessageDocument, unknown>,
  { versionKey: false, collection: 'webhookMessages' },
)
  .index({ webhookId: 1, createdAt: 1, _id: 1 })
  .index({ webhookId: 1, state: 1, createdAt: 1, _id: 1 })
  .index({ state: 1, nextAttemptAt: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const withoutBody = { body: 0 } as const;

function toMessage(document: MessageDocument): WebhookMessage {
  const { _id, body, expiresAt, deletedAt, ...rest } = document;
  return { id: _id, ...rest };
}

/** @param keptDays for delivered and dead messages; a new value applies to later attempts */
export function createWebhookMessageStore(db: Connection, keptDays: number) {
  const keptMs = keptDays * dayMs;
  const model = db.model('WebhookMessage', schema);
  return {
    models: [model],

    async insert(messages: readonly StoredMessage[], session: DatabaseSession): Promise<void> {
      const documents = messages.map(({ id, attempts, ...rest }) => ({
        _id: id,
        ...rest,
        attempts: [...attempts],
        expiresAt: after(rest.retryUntil, keptMs),
        deletedAt: null,
      }));
      await model.insertMany(documents, { session });
    },

    async findOwned(accountId: string, id: string): Promise<WebhookMessage | null> {
      const found = await model
        .findOne({ _id: id, accountId }, withoutBody)
        .lean<MessageDocument>();
      return found && toMessage(found);
    },

    readSlice(
      webhookId: string,
      state: WebhookMessageState | null,
      slice: Slice,
    ): Promise<SliceOfItems<WebhookMessage>> {
      const key = state === null ? { webhookId } : { webhookId, state };
      return readSlice(model, { key, slice, toItem: toMessage });
    },

    /** Webhooks with something to send now. */
    async listDueWebhooks(now: Date): Promise<readonly string[]> {
      return model.distinct('webhookId', isDue(now));
    },

    /** Those that are due, whose time was earliest first, some at a time. */
    streamDue: (now: Date) =>
      inBatches(
        nativeCollection<MessageDocument>(model).find(isDue(now), {
          projection: { webhookId: 1, nextAttemptAt: 1 },
          sort: { nextAttemptAt: 1 },
          batchSize: dueAtOnce,
        }),
      ),

    /** The oldest one that is due. @param due.isUntried true: only one that was never tried */
    async findDue(
      webhookId: string,
      { now, isUntried }: { readonly now: Date; readonly isUntried: boolean },
    ): Promise<StoredMessage | null> {
      const untried = isUntried && { attempts: { $size: 0 } };
      const found = await model
        .findOne({ webhookId, ...isDue(now), ...untried })
        .sort({ createdAt: 1, _id: 1 })
        .lean<MessageDocument>();
      return found && { ...toMessage(found), body: bufferOf(found.body) };
    },

    async isWaiting(webhookId: string, kind: WebhookMessage['kind']): Promise<boolean> {
      return (await model.exists({ webhookId, state: 'pending', kind })) !== null;
    },

    /** The JSON that is sent. @returns null when the account has no such message. */
    async findBody(accountId: string, id: string): Promise<Buffer | null> {
      const found = await model
        .findOne({ _id: id, accountId }, { body: 1 })
        .lean<Pick<MessageDocument, 'body'>>();
      return found && bufferOf(found.body);
    },

    /**
     * How many messages wait, or are dead of those that were made since a webhook was enabled; counts to a limit. What was dead before
     * counts no more: else the next message would disable it again.
     */
    async countUndelivered(
      { id: webhookId, enabledAt }: Pick<Webhook, 'id' | 'enabledAt'>,
      limit: number,
    ): Promise<number> {
      const waiting = await model.countDocuments({ webhookId, state: 'pending' }).limit(limit);
      const since = enabledAt && { createdAt: { $gte: enabledAt } };
      const dead = await model.countDocuments({ webhookId, state: 'dead', ...since }).limit(limit);
      return Math.min(waiting + dead, limit);
    },

    /** The same of all webhooks; counts to a limit. */
    async countOf(state: WebhookMessageState, limit: number): Promise<number> {
      return model.countDocuments({ state }).limit(limit);
    },

    /** Notes an attempt, and what is next. One that fails changes nothing of what was delivered or given up meanwhile. */
    async noteAttempt(
      id: string,
      attempt: WebhookAttempt,
      { state, nextAttemptAt }: Pick<WebhookMessage, 'state' | 'nextAttemptAt'>,
    ): Promise<void> {
      const expiresAt = after(attempt.at, keptMs);
      const next = { state, nextAttemptAt, ...(state !== 'pending' && { expiresAt }) };
      const made = { $push: { attempts: { $each: [attempt], $slice: -mostAttempts } } };
      const waiting = { _id: id, ...(state !== 'delivered' && { state: 'pending' as const }) };
      const { matchedCount } = await model.updateOne(waiting, { $set: next, ...made });
      if (matchedCount === 0) await model.updateOne({ _id: id }, made);
    },

    /** Puts off what is due before a time. */
    async putOff(webhookId: string, until: Date): Promise<void> {
      await model.updateMany(
        { webhookId, state: 'pending', nextAttemptAt: { $lt: until } },
        { $set: { nextAttemptAt: until } },
      );
    },

    /** Lets nothing be due that waits. */
    async putAside(webhookId: string, session: DatabaseSession): Promise<void> {
      const aside = { $set: { nextAttemptAt: null } };
      await model.updateMany({ webhookId, state: 'pending' }, aside, { session });
    },

    /** Makes all due that waits. @param session default: none */
    async hasten(webhookId: string, now: Date, session?: DatabaseSession): Promise<void> {
      const due = { $set: { nextAttemptAt: now } };
      await model.updateMany({ webhookId, state: 'pending' }, due, session ? { session } : {});
    },

    /** Makes all due that was never tried, and the others by a time at the latest. */
    async hastenUntried(webhookId: string, now: Date, othersAt: Date): Promise<void> {
      const waiting = { webhookId, state: 'pending' } as const;
      await model.updateMany(
        { ...waiting, attempts: { $size: 0 } },
        { $set: { nextAttemptAt: now } },
      );
      await model.updateMany(
        { ...waiting, nextAttemptAt: { $gt: othersAt } },
        { $set: { nextAttemptAt: othersAt } },
      );
    },

    /** Lets everything be dead that waits. */
    async giveUp(webhookId: string, now: Date, session: DatabaseSession): Promise<void> {
      await model.updateMany(
        { webhookId, state: 'pending' },
        {
          $set: {
            state: 'dead',
            nextAttemptAt: null,
            expiresAt: after(now, keptMs),
          },
        },
        { session },
      );
    },

    /** Makes a message due again. @returns null when the account has no such message. */
    async replay(
      accountId: string,
      id: string,
      { now, retryUntil }: { readonly now: Date; readonly retryUntil: Date },
    ): Promise<WebhookMessage | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, accountId },
          {
            $set: {
              state: 'pending',
              nextAttemptAt: now,
              retryUntil,
              expiresAt: after(retryUntil, keptMs),
            },
          },
          { returnDocument: 'after', projection: withoutBody },
        )
        .lean<MessageDocument>();
      return found && toMessage(found);
    },

    /** Forgets those in a state but for the newest. */
    async trim(webhookId: string, state: 'delivered' | 'dead', kept: number): Promise<void> {
      const last = await model
        .findOne({ webhookId, state }, { createdAt: 1 })
        .sort({ createdAt: -1, _id: -1 })
        .skip(kept)
        .lean<MessageDocument>();
      if (!last) return;
      const { _id, createdAt } = last;
      // Several may be of one millisecond.
      const isOlder = [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lte: _id } }];
      await model.deleteMany({ webhookId, state, $or: isOlder });
    },

    async deleteOf(accountId: string, webhookId: string): Promise<void> {
      await model.deleteMany({ webhookId, accountId });
    },
  };
}
