import { rejectSite } from '../../supply/sites/site-review.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { parseId } from '../id-text';
import { withServices } from '../services';
import { siteArgument, toSiteJson } from './site-text';

export const siteReject = defineCommand({
  name: 'site reject',
  summary: 'Ends what a site shows.',
  details:
    'Finds of its host stay empty from 2 seconds on. Its publisher can neither change it nor create it anew; `site approve` takes it back.',
  arguments: [siteArgument],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const site = await withServices({ uri }, ctx, (services) =>
      rejectSite(services, parseId(id, 'a site')),
    );
    return { text: `${site.host} (${site.id}) is rejected`, json: toSiteJson(site) };
  },
});
