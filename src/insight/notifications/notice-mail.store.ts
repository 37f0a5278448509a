import { type Connection, Schema } from 'mongoose';
import type { DatabaseSession } from '../../platform/database/transaction';
import type { NoticeData } from '../../platform/notices/notice';
import { isMailedKind, type MailedKind } from './mailed-kinds';

/** The content of one mail. */
export interface MailContent {
  /** The same however often it is tried. */
  readonly id: string;
  /** The first 20. */
  readonly items: readonly NoticeData[];
  readonly count: number;
}

/** Notices of one kind that an account is to get by mail. */
export interface NoticeMail {
  readonly accountId: string;
  readonly kind: MailedKind;
  /** The notices since the last mail; the next mail has no id yet. */
  readonly waiting: Omit<MailContent, 'id'>;
  /** On its way; null: nothing is. */
  readonly sending: MailContent | null;
  readonly lastSentAt: Date | null;
  /** null: nothing waits. */
  readonly dueAt: Date | null;
}

type MailDocument = NoticeMail & { readonly _id: string };

interface PreferencesDocument {
  /** The account's id. */
  readonly _id: string;
  readonly unmailedKinds: readonly string[];
}

const mailSchema = new Schema<MailDocument>(
  {
    _id: String,
    accountId: String,
    kind: String,
    waiting: Schema.Types.Mixed,
    sending: { type: Schema.Types.Mixed, default: null },
    lastSentAt: { type: Date, default: null },
    dueAt: { type: Date, default: null },
  } satisfies Record<keyof MailDocument, unknown>,
  { versionKey: false, collection: 'noticeMails', minimize: false },
).index({ dueAt: 1 });

const preferencesSchema = new Schema<PreferencesDocument>(
  { _id: String, unmailedKinds: [String] } satisfies Record<keyof PreferencesDocument, unknown>,
  { versionKey: false, collection: 'notificationPreferences' },
);

const idOf = ({ accountId, kind }: Pick<NoticeMail, 'accountId' | 'kind'>) =>
  `${accountId}:${kind}`;

/** Mails that tell accounts of what happened, and what accounts want no mail of. */
export function createNoticeMailStore(db: Connection) {
  const mails = db.model('NoticeMail', mailSchema);
  const preferences = db.model('NotificationPreferences', preferencesSchema);
  return {
    models: [mails, preferences],

    async find(
      key: Pick<NoticeMail, 'accountId' | 'kind'>,
      session: DatabaseSession,
    ): Promise<NoticeMail | null> {
      const found = await mails.findById(idOf(key), null, { session }).lean<MailDocument>();
      if (!found) return null;
      const { _id, ...mail } = found;
      return mail;
    },

    async put(mail: NoticeMail, session: DatabaseSession): Promise<void> {
      await mails.updateOne({ _id: idOf(mail) }, { $set: mail }, { upsert: true, session });
    },

    async listDue(now: Date, limit: number): Promise<readonly NoticeMail[]> {
      const found = await mails
        .find({ dueAt: { $lte: now } })
        .sort({ dueAt: 1 })
        .limit(limit)
        .lean<MailDocument[]>();
      return found.map(({ _id, ...mail }) => mail);
    },

    async listUnmailed(accountId: string): Promise<readonly MailedKind[]> {
      const found = await preferences.findById(accountId).lean<PreferencesDocument>();
      return found?.unmailedKinds.filter(isMailedKind) ?? [];
    },

    async setUnmailed(accountId: string, kinds: readonly MailedKind[]): Promise<void> {
      await preferences.updateOne(
        { _id: accountId },
        { $set: { unmailedKinds: [...kinds] } },
        { upsert: true },
      );
    },

    async addUnmailed(accountId: string, kind: MailedKind): Promise<void> {
      await preferences.updateOne(
        { _id: accountId },
        { $addToSet: { unmailedKinds: kind } },
        { upsert: true },
      );
    },
  };
}
