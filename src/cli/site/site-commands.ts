import { claimHostByAdsTxt } from '../../supply/site-claims/ads-txt-claim.service';
import { claimSite, readHost, releaseSite } from '../../supply/site-claims/site-claim.service';
import { siteStatus } from '../../supply/sites/site.resource';
import { approveSite, listAllSites, rejectSite } from '../../supply/sites/site-review.service';
import { emailArgument, idOfAccount } from '../account/account-text';
import type { Command } from '../command';
import { afterOption, listDetails, printList, sliceAfter } from '../list-text';
import { readBy, readIdOf, readOneOf } from '../option-text';
import { serviceCommand } from '../service-command';
import { siteShow } from './site-show';
import { siteArgument, toSiteJson } from './site-text';

const hostArgument = {
  name: 'host',
  description: 'such as news.example, or a URL of it',
  read: readBy(readHost),
} as const;

const readStatus = readOneOf(siteStatus.values);

export const siteCommands: readonly Command[] = [
  serviceCommand({
    name: 'site list',
    summary: 'Lists the sites that wait for approval, by id.',
    details: listDetails,
    options: {
      status: {
        value: '<status>',
        description: `${siteStatus.values.join(', ')}; default pending`,
        read: readStatus,
      },
      after: { ...afterOption, read: readIdOf('a site') },
    },
    work: (services, { status, after }) =>
      listAllSites(services, { status: status ?? 'pending' }, sliceAfter(after)),
    print: (sites) =>
      printList('sites', sites.map(toSiteJson), (one) => `${one.id}  ${one.host}  ${one.name}`),
  }),
  siteShow,
  serviceCommand({
    name: 'site approve',
    summary: 'Lets a site that waits, or was rejected, show ads.',
    details: 'All gateways go by it from 2 seconds on; from then on its publisher may change it.',
    arguments: [siteArgument],
    options: {},
    work: (services, { id }) => approveSite(services, id),
    print: (site) => ({ text: `${site.host} (${site.id}) is active`, json: toSiteJson(site) }),
  }),
  serviceCommand({
    name: 'site reject',
    summary: 'Ends what a site shows.',
    details:
      'Finds of its host stay empty from 2 seconds on. Its publisher can neither change it nor create it anew; `site approve` takes it back.',
    arguments: [siteArgument],
    options: {},
    work: (services, { id }) => rejectSite(services, id),
    print: (site) => ({ text: `${site.host} (${site.id}) is rejected`, json: toSiteJson(site) }),
  }),
  serviceCommand({
    name: 'site claim',
    summary: 'Gives what finds show by size alone on a host to an account.',
    details:
      'Its placements come along, and finds that name no publisher earn for the account from 2 seconds on. What was earned till then stays the operator’s.',
    arguments: [hostArgument, emailArgument],
    options: {
      'ads-txt': { description: 'only if the host’s own ads.txt has the line of the account' },
    },
    async work(services, { host, email, 'ads-txt': isProven }) {
      const accountId = await idOfAccount(services, email);
      return (isProven ? claimHostByAdsTxt : claimSite)(services, { host, accountId });
    },
    print: (site, { email }) => ({
      text: `${site.host} (${site.id}) is that of ${email}`,
      json: toSiteJson(site),
    }),
  }),
  serviceCommand({
    name: 'site release',
    summary: 'Takes the claim of a host back.',
    details:
      'Placements that finds show there by size alone are the operator’s again from 2 seconds on. Placements that have come along stay the account’s.',
    arguments: [hostArgument],
    options: {},
    work: (services, { host }) => releaseSite(services, host),
    print: (site) => ({ text: `${site.host} is nobody’s again`, json: toSiteJson(site) }),
  }),
];
