import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import { readSlice } from '../../platform/lists/list.store';
import type { Slice, SliceOfItems } from '../../platform/lists/page';
import { pathsOf, readerOf } from '../../platform/resources/resource-document.store';
import type { WebhookKind } from './webhook-kind';
import { type StoredWebhook, type Webhook, webhookResource } from './webhook.resource';
import { daySeconds } from '../../time';
import type { Callee } from './webhook-queue';

interface WebhookDocument extends StoredWebhook {
  readonly deletedAt: Date | null;
}

/** Members of a webhook that its owner, or the delivery of its messages, may change. */
export type WebhookChanges = Partial<
  Omit<Webhook, 'id' | 'accountId' | 'campaignId' | 'createdAt' | 'updatedAt'>
>;

export type WebhookStore = ReturnType<typeof createWebhookStore>;

/** Pages of lists show where deleted ones were. */
const keptSeconds = daySeconds;

/** As the index of the kinds that anybody asks for has it. */
const isEnabled = { isEnabled: true } as const;

const schema = new Schema<WebhookDocument>(
  {
    ...pathsOf(webhookResource),
    deletedAt: { type: Date, default: null },
  } satisfies Record<keyof WebhookDocument, unknown>,
  { versionKey: false, timestamps: true, collection: 'webhooks' },
)
  .index({ accountId: 1, createdAt: 1, _id: 1 })
  .index({ kinds: 1 }, { partialFilterExpression: isEnabled })
  .index({ deletedAt: 1 }, { expireAfterSeconds: keptSeconds });

const toWebhook: (document: WebhookDocument) => Webhook = readerOf(webhookResource);

export function createWebhookStore(db: Connection) {
  const model = db.model('Webhook', schema);
  return {
    models: [model],

    async insert(webhook: Omit<Webhook, 'createdAt' | 'updatedAt'>): Promise<Webhook> {
      const { id, kinds, ...rest } = webhook;
      const created = await model.create({ _id: id, ...rest, kinds: [...kinds], deletedAt: null });
      return toWebhook(created.toObject());
    },

    async countOwned(accountId: string): Promise<number> {
      return model.countDocuments({ accountId, deletedAt: null });
    },

    async findOwned(accountId: string, id: string): Promise<Webhook | null> {
      const found = await model
        .findOne({ _id: id, accountId, deletedAt: null })
        .lean<WebhookDocument>();
      return found && toWebhook(found);
    },

    readSlice(accountId: string, slice: Slice): Promise<SliceOfItems<Webhook>> {
      return readSlice(model, { key: { accountId }, slice, toItem: toWebhook });
    },

    /** All enabled webhooks of these accounts. */
    async listEnabledOf(
      accountIds: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly Webhook[]> {
      const found = await model
        .find(
          { accountId: { $in: accountIds }, isEnabled: true, deletedAt: null },
          null,
          session && { session },
        )
        .lean<WebhookDocument[]>();
      return found.map(toWebhook);
    },

    /** Says that any enabled webhook asks for a kind. */
    async hasEnabledFor(kind: WebhookKind, session: DatabaseSession): Promise<boolean> {
      const filter = { kinds: kind, ...isEnabled, deletedAt: null };
      return (await model.exists(filter).session(session)) !== null;
    },

    /** The webhooks with these ids that are enabled. */
    async listEnabled(
      ids: readonly string[],
      session?: DatabaseSession,
    ): Promise<readonly Webhook[]> {
      const found = await model
        .find({ _id: { $in: ids }, isEnabled: true, deletedAt: null }, null, session && { session })
        .lean<WebhookDocument[]>();
      return found.map(toWebhook);
    },

    /** The webhooks with these ids that are enabled, as turns go by them. */
    async listCallees(ids: readonly string[]): Promise<readonly Callee[]> {
      const found = await model
        .find({ _id: { $in: ids }, isEnabled: true, deletedAt: null }, { accountId: 1, url: 1 })
        .lean<Pick<WebhookDocument, '_id' | 'accountId' | 'url'>[]>();
      return found.map(({ _id: id, accountId, url }) => ({ id, accountId, url }));
    },

    /** @returns null when it is gone. */
    async update(
      id: string,
      changes: WebhookChanges,
      session?: DatabaseSession,
    ): Promise<Webhook | null> {
      const { kinds, ...rest } = changes;
      const found = await model
        .findOneAndUpdate(
          { _id: id, deletedAt: null },
          { $set: { ...rest, ...(kinds && { kinds: [...kinds] }) } },
          { returnDocument: 'after', ...(session && { session }) },
        )
        .lean<WebhookDocument>();
      return found && toWebhook(found);
    },

    /** Puts a secret in the place of one, which goes on for a time. @returns null when another one is in force. */
    async replaceSecret(
      { id, secret: former }: Pick<Webhook, 'id' | 'secret'>,
      changes: Pick<Webhook, 'secret' | 'formerSecretUntil'>,
    ): Promise<Webhook | null> {
      const found = await model
        .findOneAndUpdate(
          { _id: id, secret: former, deletedAt: null },
          { $set: { ...changes, formerSecret: former } },
          { returnDocument: 'after' },
        )
        .lean<WebhookDocument>();
      return found && toWebhook(found);
    },

    /** Notes one more message that was not taken. @returns null when the webhook is gone. */
    async addFailure(id: string, at: Date): Promise<Webhook | null> {
      await model.updateOne({ _id: id, failingSince: null }, { $set: { failingSince: at } });
      const found = await model
        .findOneAndUpdate(
          { _id: id, deletedAt: null },
          { $inc: { failures: 1 } },
          { returnDocument: 'after' },
        )
        .lean<WebhookDocument>();
      return found && toWebhook(found);
    },

    /** Returns whether the account had it. */
    async delete(accountId: string, id: string, deletedAt: Date): Promise<boolean> {
      const { modifiedCount } = await model.updateOne(
        { _id: id, accountId, deletedAt: null },
        { $set: { deletedAt, isEnabled: false, secret: '', formerSecret: null } },
      );
      return modifiedCount === 1;
    },
  };
}
