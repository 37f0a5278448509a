import { request, sendOnLeaving } from '../../graphql/request';
import type { Deed } from '../../list/bulk-bar';
import { type Column, headsOf, supplyColumns } from '../../list/figure-columns';
import { TableOf } from '../../list/table-of';
import type { TableChange } from '../../list/table-search';
import { type Bench, type TableQuery, Workbench } from '../../list/workbench';
import {
  type SiteOrder,
  type SitesSearch,
  type SiteStatus,
  siteStatuses,
} from '../../pages/sites.search';
import { TextLink } from '../../parts/links';
import { StatusBadge } from '../../parts/status-badge';
import { t } from '../../texts/texts';
import { archiveSiteDocument, isReviewed, updateSiteDocument } from '../site';
import { type ListedSite, readAllSites, type ShortSite, type SiteTablePage } from './listed-site';

type Change = TableChange<SiteOrder, SiteStatus>;

interface SiteListProps {
  readonly query: TableQuery<SiteTablePage>;
  readonly search: SitesSearch;
  readonly onChange: (changes: Change) => void;
}

const putStatus =
  (status: 'active' | 'inactive') =>
  ({ id }: ShortSite) =>
    request(updateSiteDocument, { id, input: { status } });

const start: Deed<ShortSite> = {
  label: t('common.start'),
  isFor: (site) => site.status !== 'active' && !isReviewed(site),
  work: putStatus('active'),
  atOnce: 4,
  news: (count) => t('sites.areStarted', { count }),
};
const stop: Deed<ShortSite> = {
  label: t('common.stop'),
  isFor: ({ status }) => status === 'active',
  work: putStatus('inactive'),
  atOnce: 4,
  news: (count) => t('sites.areStopped', { count }),
  undo: start,
};

const textHeads: readonly Column<SiteOrder>[] = [
  ['name', t('sites.site')],
  ['status', t('common.status')],
];
const figureHeads = headsOf<SiteOrder>(supplyColumns);

const bench: Bench<ShortSite, SiteOrder, SiteStatus> = {
  queryKey: ['sites'],
  deeds: [stop, start],
  deletion: {
    work: ({ id }) => request(archiveSiteDocument, { id }),
    onLeaving: ({ id }) => {
      sendOnLeaving(archiveSiteDocument, { id });
    },
    news: (count) => t('sites.areDeleted', { count }),
    queryKey: ['sites'],
  },
  orders: [['created', t('list.created')], ...textHeads, ...figureHeads],
  statuses: siteStatuses,
  searchLabel: t('sites.searchNamesAndHosts'),
  none: t('sites.noSiteIsLikeThat'),
  countText: (count) => t('sites.count', { count }),
};

/** The list of sites, and all that is done with some of them. */
export function SiteList({ query, search, onChange }: SiteListProps) {
  return (
    <Workbench {...{ bench, query, search, onChange }} readAll={() => readAllSites(search)}>
      {(rows, chosen, onChoose) => (
        <TableOf
          label={t('sites.sites')}
          {...{ rows, chosen, onChoose, search, onChange, textHeads, figureHeads }}
        >
          {(site) => <Cells {...{ site, search }} />}
        </TableOf>
      )}
    </Workbench>
  );
}

interface CellsProps {
  readonly site: ListedSite;
  readonly search: SitesSearch;
}

function Cells({ site, search }: CellsProps) {
  const { id, name, host, status, figures } = site;
  const { range, from, to, series } = search;
  const time = { ...(range && { range }), ...(from && { from }), ...(to && { to }) };
  return (
    <>
      <td data-title className="list-name">
        <TextLink
          to="/sites/$id"
          params={{ id }}
          search={{ ...time, ...(series && { series }) }}
          fw={600}
          title={name}
        >
          {name}
        </TextLink>
        {name === host ? null : <span className="soft small">{host}</span>}
      </td>
      <td data-label={t('common.status')}>
        <StatusBadge status={status} />
      </td>
      {supplyColumns.map(({ order, label, write }) => (
        <td key={order} data-label={label} className="number nowrap">
          {write(figures)}
        </td>
      ))}
    </>
  );
}
