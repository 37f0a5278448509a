import { siteStatuses } from '../../supply/sites/site';
import { listAllSites } from '../../supply/sites/site-review.service';
import { defineCommand } from '../command';
import { parseId } from '../id-text';
import { listAll, listDetails, listOptions } from '../list-of-all';
import { readOneOf } from '../option-text';
import { toSiteJson } from './site-text';

export const siteList = defineCommand({
  name: 'site list',
  summary: 'Lists the sites that wait for approval, by id.',
  details: listDetails,
  options: {
    status: { value: '<status>', description: `${siteStatuses.join(', ')}; default pending` },
    ...listOptions,
  },
  async run({ status, after, uri }, ctx) {
    const filter = { status: readOneOf('--status', siteStatuses, status ?? 'pending') };
    const page = { after: after === null ? null : parseId(after, 'a site'), uri };
    return listAll('sites', page, ctx, {
      find: (services, params) => listAllSites(services, filter, params),
      toJson: toSiteJson,
      toLine: (one) => `${one.id}  ${one.host}  ${one.name}`,
    });
  },
});
