import { getAccountByName } from '../../identity/accounts/account-management.service';
import { claimHostByAdsTxt } from '../../supply/site-claims/ads-txt-claim.service';
import { claimSite } from '../../supply/site-claims/site-claim.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';
import { toSiteJson } from './site-text';

export const siteClaim = defineCommand({
  name: 'site claim',
  summary: 'Gives what finds show by size alone on a host to an account.',
  details:
    'Its placements come along, and finds that name no publisher earn for the account from 2 seconds on. What was earned till then stays the operator’s.',
  arguments: [
    { name: 'host', description: 'such as news.example, or a URL of it' },
    { name: 'email', description: 'email or id of the account' },
  ],
  options: {
    'ads-txt': { description: 'only if the host’s own ads.txt has the line of the account' },
    uri: uriOption,
  },
  async run({ host, email, 'ads-txt': isProven, uri }, ctx) {
    const site = await withServices({ uri }, ctx, async (services) => {
      const { id: accountId } = await getAccountByName(services, email);
      return isProven
        ? claimHostByAdsTxt(services, { host, accountId })
        : claimSite(services, { host, accountId });
    });
    return { text: `${site.host} (${site.id}) is that of ${email}`, json: toSiteJson(site) };
  },
});
