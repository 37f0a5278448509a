import { type SiteStatus, siteStatuses } from '../sites/site';
import { listSitesInStatus } from '../sites/site-review.service';
import { CommandError, defineCommand } from './command';
import { uriOption } from './database';
import { withServices } from './services';
import { readSiteId, toSiteJson } from './site-text';

const limit = 100;

export const siteList = defineCommand({
  name: 'site list',
  summary: 'Lists the sites that wait for approval, by id.',
  details: `At most ${limit} of them; the next ones are those --after the last id.`,
  options: {
    status: { value: '<status>', description: `${siteStatuses.join(', ')}; default pending` },
    after: { value: '<id>', description: 'only those behind this one' },
    uri: uriOption,
  },
  async run({ status, after, uri }, ctx) {
    const params = {
      status: parseStatus(status ?? 'pending'),
      afterId: after === null ? null : readSiteId(after),
      limit,
    };
    const sites = await withServices({ uri }, ctx, (services) =>
      listSitesInStatus(services, params),
    );
    const lines = sites.map(({ id, host, name }) => `${id}  ${host}  ${name}`);
    return {
      text: lines.length === 0 ? 'no sites' : lines.join('\n'),
      json: { sites: sites.map(toSiteJson) },
    };
  },
});

function parseStatus(text: string): SiteStatus {
  const found = siteStatuses.find((status) => status === text);
  if (!found) throw new CommandError(`--status must be one of ${siteStatuses.join(', ')}`, 2);
  return found;
}
