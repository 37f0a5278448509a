import { getAccountByName } from '../identity/accounts/account-management.service';
import { claimSite } from '../supply/site-claims/site-claim.service';
import { defineCommand } from './command';
import { uriOption } from './database';
import { withServices } from './services';
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
  options: { uri: uriOption },
  async run({ host, email, uri }, ctx) {
    const site = await withServices({ uri }, ctx, async (services) =>
      claimSite(services, { host, accountId: (await getAccountByName(services, email)).id }),
    );
    return { text: `${site.host} (${site.id}) is that of ${email}`, json: toSiteJson(site) };
  },
});
