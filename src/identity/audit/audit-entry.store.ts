import { type Connection, type mongo, Schema } from 'mongoose';
import { nativeCollection } from '../../platform/database/native-collection';
import type { AuditEntry, AuditFilter, AuditPlace, ChangedMember } from './audit-entry';
import { literalPattern } from '../../platform/database/literal-pattern';

/** The list that an entry belongs to: the id of the account that acted. Commands and strangers have a list each. */
type Party = string;

/** A member as versions before may have kept it. */
type StoredMember = Omit<ChangedMember, 'before'> & Partial<Pick<ChangedMember, 'before'>>;

export interface AuditEntryDocument extends Omit<AuditEntry, 'id' | 'members' | 'objectName'> {
  readonly _id: string;
  readonly members: readonly StoredMember[];
  readonly objectName?: string | null;
  /** The list whose room the entry takes. */
  readonly party: Party;
  /** The accounts that may read the entry: the account that acted, and the account that it acted for. */
  readonly readerIds: readonly string[];
  readonly expiresAt: Date;
}

/** Members of an entry that are known only when the change has ended. */
export type AuditEnd = Pick<
  AuditEntry,
  'outcome' | 'errorCode' | 'objectKind' | 'objectId' | 'objectName'
>;

export type AuditEntryStore = ReturnType<typeof createAuditEntryStore>;

/** Replaces the data of a person who is erased. */
const erasedValue = 'erased';

const schema = new Schema<AuditEntryDocument>(
  {
    _id: String,
    at: Date,
    accountId: String,
    actingForId: String,
    credential: String,
    tokenId: String,
    clientId: String,
    systemUser: String,
    network: String,
    operation: String,
    objectKind: String,
    objectId: String,
    objectName: String,
    members: [Schema.Types.Mixed],
    outcome: String,
    errorCode: String,
    party: String,
    readerIds: [String],
    expiresAt: Date,
  } satisfies Record<keyof AuditEntryDocument, unknown>,
  { versionKey: false, collection: 'auditEntries' },
)
  .index({ at: -1, _id: -1 })
  .index({ readerIds: 1, at: -1, _id: -1 })
  .index({ operation: 1, at: -1, _id: -1 })
  .index({ objectId: 1, at: -1, _id: -1 })
  .index({ party: 1, at: -1, _id: -1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The audit log: entries are added and, once, completed. Afterwards nothing changes one but the erasing of a person. */
export function createAuditEntryStore(db: Connection) {
  const model = db.model('AuditEntry', schema);
  const entries = nativeCollection<AuditEntryDocument>(model);
  return {
    models: [model],

    ...createAuditEntryWriter(entries),

    /** Newest first. */
    async list(
      filter: AuditFilter,
      { after, limit }: { readonly after: AuditPlace | null; readonly limit: number },
    ): Promise<readonly AuditEntry[]> {
      const found = await model
        .find(conditionsOf(filter, after))
        .sort({ at: -1, _id: -1 })
        .limit(limit)
        .lean<AuditEntryDocument[]>();
      return found.map(toEntry);
    },

    /** Takes out of the entries by and of an account, and those that name its email, what was given and from where. */
    async erasePerson(accountId: string, email: string | null): Promise<void> {
      const isOfAccount = [{ readerIds: accountId }, { objectId: accountId }];
      const spelled = new RegExp(`^${literalPattern(email ?? '')}$`, 'i');
      const found = entries.find({
        $or: email === null ? isOfAccount : [...isOfAccount, { 'members.value': spelled }],
      });
      for await (const { _id, members } of found) {
        const erased = members.map(({ name }) => ({ name, value: erasedValue, before: null }));
        await entries.updateOne(
          { _id },
          { $set: { members: erased, network: null, objectName: null } },
        );
      }
    },

    listParties(): Promise<readonly Party[]> {
      return model.distinct('party');
    },

    /** Deletes what is older than the newest `most` entries of a party. */
    async keepNewest(party: Party, most: number): Promise<void> {
      const oldest = await model
        .findOne({ party }, { at: 1 })
        .sort({ at: -1, _id: -1 })
        .skip(most)
        .lean<AuditEntryDocument>();
      if (oldest) await model.deleteMany({ party, at: { $lte: oldest.at } });
    },
  };
}

/** Writes entries, also where no stores are: into a database that is being filled. */
export function createAuditEntryWriter(entries: mongo.Collection<AuditEntryDocument>) {
  return {
    async insert(entry: AuditEntry, expiresAt: Date): Promise<void> {
      const { id, members, ...rest } = entry;
      const readerIds = [entry.accountId, entry.actingForId].filter((reader) => reader !== null);
      const about = { members: [...members], party: partyOf(entry), readerIds, expiresAt };
      await entries.insertOne({ _id: id, ...rest, ...about });
    },

    /** Says how a change has ended that was under way. */
    async complete(id: string, end: AuditEnd): Promise<void> {
      await entries.updateOne({ _id: id, outcome: 'begun' }, { $set: end });
    },
  };
}

function partyOf({ accountId, credential }: AuditEntry): Party {
  return accountId ?? (credential === 'command' ? 'commands' : 'strangers');
}

function conditionsOf(
  { accountId, operation, objectId, from, to }: AuditFilter,
  after: AuditPlace | null,
) {
  const conditions: Record<string, unknown>[] = [];
  if (accountId !== null) conditions.push({ readerIds: accountId });
  if (operation !== null) conditions.push({ operation });
  if (objectId !== null) conditions.push({ objectId });
  if (from !== null) conditions.push({ at: { $gte: from } });
  if (to !== null) conditions.push({ at: { $lt: to } });
  if (after !== null) {
    conditions.push({ at: { $lte: after.at } });
    conditions.push({ $nor: [{ at: after.at, _id: { $gte: after.id } }] });
  }
  return conditions.length === 0 ? {} : { $and: conditions };
}

function toEntry({
  _id,
  party: _party,
  readerIds: _readerIds,
  expiresAt: _expiresAt,
  ...entry
}: AuditEntryDocument): AuditEntry {
  const { objectName = null, members } = entry;
  // Versions before kept neither.
  return {
    ...entry,
    id: _id,
    objectName,
    members: members.map(({ before = null, ...member }) => ({ ...member, before })),
  };
}
