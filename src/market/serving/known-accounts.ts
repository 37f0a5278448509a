import { LRUCache } from 'lru-cache';
import type { Account } from '../../identity/accounts/account';
import type { AccountStore } from '../../identity/accounts/account.store';
import type { CacheRoom } from '../../platform/process/cache-room';
import { isNamedBy } from './known-supply';
import type { SharedWork } from '../../platform/limits/shared-work';

export interface KnownAccountsOptions {
  readonly accounts: Pick<AccountStore, 'findById' | 'findNeeded' | 'findStaying'>;
  readonly share: SharedWork['share'];
  /** How many are in memory. */
  readonly room: CacheRoom;
}

/** The publishers that finds name, in memory, by their ids and by the addresses that are theirs. */
export function createKnownAccounts({ accounts, share, room }: KnownAccountsOptions) {
  const accountsById = new LRUCache<string, Account>(room);
  const accountIds = new LRUCache<string, string>(room);

  function findAccount(name: string): Account | null {
    const account = accountsById.get(accountIds.get(name) ?? name);
    // An address may have moved to another account since it was looked up.
    return account && isNamedBy(account, name) ? account : null;
  }

  function loadAccount(name: string): Promise<Account | null> {
    return share(`account ${name}`, async () => {
      const known = findAccount(name);
      if (known) return known;
      const account = await accounts.findNeeded(name);
      if (account) addAccount(account);
      return account?.mergedIntoId ? loadAccount(account.mergedIntoId) : account;
    });
  }

  function addAccount(account: Account): void {
    accountsById.set(account.id, account);
    for (const name of [...account.provenAddresses, ...account.mergedIds])
      accountIds.set(name, account.id);
  }

  /**
   * Reads one again, and who it was merged into. One that is about to be removed is forgotten, so that the next find keeps it.
   *
   * @param hasSites true where a site of it is in memory: then it stays
   * @returns who is paid for its sites
   */
  async function refreshAccount(id: string, hasSites: boolean): Promise<Account | null> {
    const account = await (hasSites ? accounts.findNeeded(id) : accounts.findStaying(id));
    if (account) addAccount(account);
    else accountsById.delete(id);
    // Its sites follow soon after.
    const into = account?.mergedIntoId ? await accounts.findById(account.mergedIntoId) : null;
    if (into) addAccount(into);
    return into ?? account;
  }

  return {
    findAccount,
    loadAccount,
    addAccount,
    refreshAccount,
    hasAccount: (id: string) => accountsById.has(id),
  };
}
