import type { Deed } from '../list/bulk-bar';
import { type Column, demandColumns, headsOf } from '../list/figure-columns';
import { RangeControl } from '../list/range-control';
import { TableOf } from '../list/table-of';
import type { ListRangeSearch, TableChange } from '../list/table-search';
import { type Bench, type TableQuery, Workbench } from '../list/workbench';
import { request, sendOnLeaving } from '../graphql/request';
import { deleteCreativeDocument, updateCreativeDocument } from '../campaigns/creative';
import { Preview } from '../campaigns/preview';
import { useNames } from '../money/names';
import {
  type CreativeOrder,
  type CreativesSearch,
  type CreativeStatus,
  creativeStatuses,
} from '../pages/creatives.search';
import { TextLink } from '../parts/links';
import { StatusBadge } from '../parts/status-badge';
import { t, wordOf } from '../texts/texts';
import {
  type CreativeTablePage,
  type ListedCreative,
  readAllCreatives,
  type ShortCreative,
} from './listed-creative';

export type CreativesChange = TableChange<CreativeOrder, CreativeStatus> & {
  readonly range?: ListRangeSearch['range'] | undefined;
};

const putStatus =
  (status: 'active' | 'inactive') =>
  ({ id, campaignId }: ShortCreative) =>
    request(updateCreativeDocument, { campaignId, id, input: { status } });

const start: Deed<ShortCreative> = {
  label: t('common.start'),
  isFor: ({ status }) => status === 'inactive' || status === 'draft',
  work: putStatus('active'),
  atOnce: 4,
  news: (count) => t('campaigns.adsAreStarted', { count }),
};
const stop: Deed<ShortCreative> = {
  label: t('common.stop'),
  isFor: ({ status }) => status === 'active',
  work: putStatus('inactive'),
  atOnce: 4,
  news: (count) => t('campaigns.adsAreStopped', { count }),
  undo: start,
};

const textHeads: readonly Column<CreativeOrder>[] = [
  ['name', t('common.name')],
  ['size', t('campaigns.size')],
  ['status', t('common.status')],
];
const figureHeads = headsOf<CreativeOrder>(demandColumns);

const bench: Bench<ShortCreative, CreativeOrder, CreativeStatus> = {
  queryKey: ['creatives'],
  deeds: [stop, start],
  deletion: {
    work: ({ id, campaignId }) => request(deleteCreativeDocument, { campaignId, id }),
    onLeaving: ({ id, campaignId }) => {
      sendOnLeaving(deleteCreativeDocument, { campaignId, id });
    },
    news: (count) => t('campaigns.adsAreDeleted', { count }),
    queryKey: ['creatives'],
  },
  orders: [['created', t('list.created')], ...textHeads, ...figureHeads],
  statuses: creativeStatuses,
  searchLabel: t('campaigns.searchNamesAndSizes'),
  none: t('campaigns.noAdIsLikeThat'),
  countText: (count) => t('campaigns.adCount', { count }),
};

interface CreativeListProps {
  readonly query: TableQuery<CreativeTablePage>;
  readonly search: CreativesSearch;
  readonly onChange: (changes: CreativesChange) => void;
}

/** The list of creatives of all campaigns, and all that is done with some of them. */
export function CreativeList({ query, search, onChange }: CreativeListProps) {
  const nameOf = useNames((query.data?.nodes ?? []).map(({ campaignId }) => campaignId));
  return (
    <Workbench
      {...{ bench, query, search, onChange }}
      readAll={() => readAllCreatives(search)}
      tools={<RangeControl range={search.range} onChange={onChange} />}
    >
      {(rows, chosen, onChoose) => (
        <TableOf
          label={t('campaigns.ads')}
          {...{ rows, chosen, onChoose, search, onChange, textHeads, figureHeads }}
        >
          {(creative) => <Cells creative={creative} campaign={nameOf(creative.campaignId)} />}
        </TableOf>
      )}
    </Workbench>
  );
}

interface CellsProps {
  readonly creative: ListedCreative;
  /** The name of its campaign. */
  readonly campaign: string;
}

function Cells({ creative, campaign }: CellsProps) {
  const { name, type, mime, scope, status, campaignId, figures } = creative;
  return (
    <>
      <td data-title className="list-name">
        <div className="list-picture">
          {mime.startsWith('image/') ? (
            <Preview {...creative} />
          ) : (
            <p className="preview soft small">{wordOf(type)}</p>
          )}
          <div>
            <strong title={name}>{name}</strong>
            <TextLink to="/campaigns/$id" params={{ id: campaignId }} size="sm">
              {campaign}
            </TextLink>
          </div>
        </div>
      </td>
      <td data-label={t('campaigns.size')} className="nowrap">
        {scope}
      </td>
      <td data-label={t('common.status')}>
        <StatusBadge status={status} />
      </td>
      {demandColumns.map(({ order, label, write }) => (
        <td key={order} data-label={label} className="number nowrap">
          {write(figures)}
        </td>
      ))}
    </>
  );
}
