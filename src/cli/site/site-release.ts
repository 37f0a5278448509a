import { releaseSite } from '../../supply/site-claims/site-claim.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';
import { toSiteJson } from './site-text';

export const siteRelease = defineCommand({
  name: 'site release',
  summary: 'Takes the claim of a host back.',
  details:
    'Placements that finds show there by size alone are the operator’s again from 2 seconds on. Placements that have come along stay the account’s.',
  arguments: [{ name: 'host', description: 'such as news.example, or a URL of it' }],
  options: { uri: uriOption },
  async run({ host, uri }, ctx) {
    const site = await withServices({ uri }, ctx, (services) => releaseSite(services, host));
    return { text: `${site.host} is nobody’s again`, json: toSiteJson(site) };
  },
});
