import type { Connection } from 'mongoose';
import type { AccountDocument } from '../../identity/accounts/account-document';
import type { SiteDocument } from '../../supply/sites/site-document.store';
import { foundSupplyLists, foundSupplyWrites } from '../../supply/sites/found-supply.store';
import type { FoundUse } from '../../supply/sites/remove-unused';

const absent = { $exists: false } as const;

/** Matches accounts that are as a find made them: nobody can log in, and no person has set anything. */
const isNobodys = {
  ...{ email: absent, emailConfirmedAt: absent, emailChangedAt: absent, passwordHash: absent },
  ...{ secondFactor: absent, pendingSecondFactor: absent, secondFactorResetAt: absent },
  ...{ name: absent, company: absent, showsCompany: absent, language: absent, creditLimit: absent },
  ...{ payoutAddressChangedAt: absent, peerAddress: absent },
  ...{ mergedIntoId: absent, mergedIds: absent, suspendedReason: null },
  ...{ roles: ['publisher'], provenAddresses: { $size: 1 }, states: { $size: 1 } },
} satisfies Record<
  Exclude<
    keyof AccountDocument,
    '_id' | 'payoutAddress' | 'foundAt' | 'removeAt' | 'createdAt' | 'updatedAt'
  >,
  unknown
>;

/** The collections that have something of an account, but for its supply, by the field that names the account. */
export const fieldsOfAccounts = {
  journalEntries: 'accountIds',
  payments: 'accountId',
  withdrawals: 'accountId',
  deposits: 'accountId',
  addressClaims: 'accountId',
  remittances: 'accountId',
  payees: '_id',
  peerConvertedCases: 'publisherId',
  bookedDays: 'accountId',
  webhooks: 'accountId',
  statisticsReports: 'accountId',
  personalTokens: 'accountId',
  authorizations: 'accountId',
  sessions: 'accountId',
} as const;

/** Accounts that finds made, on their way to being kept or removed. */
export function createFoundAccountStore(db: Connection) {
  const accounts = db.collection<AccountDocument>('accounts');
  const sites = db.collection<SiteDocument>('sites');
  const projection = { _id: 1 } as const;
  const isThere = async (collection: string, filter: object): Promise<boolean> =>
    (await db.collection(collection).findOne(filter, { projection })) !== null;

  return {
    models: [],
    ...foundSupplyWrites(db, 'accounts', isNobodys),
    ...foundSupplyLists(db, 'accounts'),

    /**
     * Says that an account is somebody's, or has money, history or sites for good (who claims a host has one); that it has sites
     * which may be removed yet; or that it has none of these.
     */
    async useOf(id: string): Promise<FoundUse> {
      if (!(await accounts.findOne({ _id: id, ...isNobodys }, { projection }))) return 'kept';
      for (const [collection, field] of Object.entries(fieldsOfAccounts))
        if (await isThere(collection, { [field]: id })) return 'kept';
      const isKept = { foundAt: absent, removeAt: absent };
      if (await sites.findOne({ publisherId: id, ...isKept }, { projection })) return 'kept';
      return (await sites.findOne({ publisherId: id }, { projection })) ? 'found' : 'none';
    },
  };
}
