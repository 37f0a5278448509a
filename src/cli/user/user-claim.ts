import { getAccountByName } from '../../identity/accounts/account-management.service';
import { claimAddressFor } from '../../money/claims/claim.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const userClaim = defineCommand({
  name: 'user claim',
  summary:
    'Gives an address of the ledger, and the publisher that finds made for it, to an account.',
  details:
    'Sites, placements and unpaid money come along; finds that name the address mean the account. It cannot be taken back.',
  arguments: [
    { name: 'address', description: 'an account of the ledger, such as 0001-00000001-8B4E' },
    { name: 'email', description: 'email or id of the account' },
  ],
  options: { uri: uriOption },
  async run({ address, email, uri }, ctx) {
    const claim = await withServices({ uri }, ctx, async (services) => {
      const account = await getAccountByName(services, email);
      return claimAddressFor(services, { account, address });
    });
    const json = {
      accountId: claim.accountId,
      address: claim.address,
      mergedId: claim.mergedId,
      provenAt: claim.provenAt?.toISOString() ?? null,
    };
    const publisher = json.mergedId === null ? '' : ` with all that publisher ${json.mergedId} has`;
    return { text: `${json.address} is that of ${email}${publisher}`, json };
  },
});
