import type { mongo } from 'mongoose';

/** Where there is something of a person, and what becomes of it when the person is erased. */
export interface PersonalCollection {
  readonly name: string;
  /** The member that names the account. */
  readonly owner: string;
  /** Secrets and hashes of them: no export shows them. */
  readonly secrets?: readonly string[];
  /**
   * `deleted`: nothing is left. `named`: what the books and others refer to stays, under the name `erased`. `numbered`:
   * under that and its id. `kept`: as it is.
   */
  readonly erasure: 'deleted' | 'named' | 'numbered' | 'kept';
  /** Members that become null where the rest stays. */
  readonly emptied?: readonly string[];
}

/** The account itself comes first, and is erased last. */
export const accountCollection: PersonalCollection = {
  name: 'accounts',
  owner: '_id',
  secrets: ['passwordHash', 'secondFactor', 'pendingSecondFactor'],
  erasure: 'kept',
};

export const personalCollections: readonly PersonalCollection[] = [
  { name: 'sessions', owner: 'accountId', secrets: ['_id'], erasure: 'deleted' },
  { name: 'mailLinks', owner: 'accountId', secrets: ['tokens'], erasure: 'deleted' },
  { name: 'notificationPreferences', owner: '_id', erasure: 'deleted' },
  { name: 'noticeMails', owner: 'accountId', erasure: 'deleted' },
  { name: 'noticeOutbox', owner: 'accountId', erasure: 'deleted' },
  {
    ...{ name: 'webhooks', owner: 'accountId', erasure: 'deleted' },
    secrets: ['secret', 'formerSecret'],
  },
  { name: 'webhookMessages', owner: 'accountId', erasure: 'deleted' },
  { name: 'statisticsReports', owner: 'accountId', erasure: 'deleted' },
  { name: 'statisticsReportParts', owner: 'accountId', erasure: 'deleted' },
  { name: 'uploads', owner: 'advertiserId', erasure: 'deleted' },
  { name: 'clients', owner: 'ownerId', secrets: ['secretHash'], erasure: 'named' },
  // They end at once and go by themselves when they would have expired: till then gateways must know that they have ended.
  { name: 'authorizations', owner: 'accountId', erasure: 'kept' },
  { name: 'personalTokens', owner: 'accountId', erasure: 'named' },
  { name: 'bidStrategies', owner: 'advertiserId', erasure: 'named' },
  {
    ...{ name: 'campaigns', owner: 'advertiserId', secrets: ['secret'], erasure: 'named' },
    emptied: ['note', 'behalf', 'paid'],
  },
  { name: 'creatives', owner: 'advertiserId', erasure: 'named' },
  { name: 'conversions', owner: 'advertiserId', erasure: 'named' },
  { name: 'sites', owner: 'publisherId', erasure: 'named' },
  // Their names are unique.
  { name: 'placements', owner: 'publisherId', erasure: 'numbered' },
  // An entry of who did what expires. Values and networks are taken out of it.
  { name: 'auditEntries', owner: 'readerIds', erasure: 'kept' },
  { name: 'payees', owner: '_id', erasure: 'kept' },
  { name: 'bookedDays', owner: 'accountId', erasure: 'kept' },
  { name: 'payments', owner: 'accountId', erasure: 'kept' },
  { name: 'withdrawals', owner: 'accountId', secrets: ['tokenHash'], erasure: 'kept' },
  { name: 'deposits', owner: 'accountId', erasure: 'kept' },
  { name: 'addressClaims', owner: 'accountId', erasure: 'kept' },
];

/** Documents have texts as ids. */
export interface PersonalDocument {
  readonly _id: string;
  readonly [member: string]: unknown;
}

export function ownedBy(db: mongo.Db, { name, owner }: PersonalCollection, accountId: string) {
  return { of: db.collection<PersonalDocument>(name), filter: { [owner]: accountId } };
}
