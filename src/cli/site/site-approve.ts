import { approveSite } from '../../supply/sites/site-review.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { withServices } from '../services';
import { siteArgument, toSiteJson } from './site-text';

export const siteApprove = defineCommand({
  name: 'site approve',
  summary: 'Lets a site that waits, or was rejected, show ads.',
  details: 'All gateways go by it from 2 seconds on; from then on its publisher may change it.',
  arguments: [siteArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const site = await withServices({ uri }, ctx, (services) =>
      approveSite(services, parseId(id, 'a site')),
    );
    return { text: `${site.host} (${site.id}) is active`, json: toSiteJson(site) };
  },
});
