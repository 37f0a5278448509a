import { Checkbox } from '@mantine/core';
import type { CampaignOrder, CampaignSearch } from '../../pages/campaigns.search';
import { t } from '../../texts/texts';
import { CampaignRow } from './campaign-row';
import { numberColumns, textColumns } from './columns';
import type { ListedCampaign } from './listed-campaign';
import type { CampaignChange } from './toolbar';

interface CampaignTableProps {
  readonly campaigns: readonly ListedCampaign[];
  readonly search: CampaignSearch;
  readonly onChange: (changes: CampaignChange) => void;
  readonly chosen: ReadonlyMap<string, ListedCampaign>;
  /** Chooses these, or none of them where all were chosen. */
  readonly onChoose: (campaigns: readonly ListedCampaign[]) => void;
}

/** The campaigns with what they have done, in an order that the heads of columns change. */
export function CampaignTable(props: CampaignTableProps) {
  const { campaigns, search, onChange, chosen, onChoose } = props;
  const count = campaigns.filter(({ id }) => chosen.has(id)).length;
  const areAll = count === campaigns.length;
  return (
    <div className="list-box">
      <table className="table list-table" aria-label={t('campaigns.campaigns')}>
        <thead>
          <tr>
            <th scope="col" className="list-check">
              <Checkbox
                aria-label={t('campaignList.chooseAll')}
                checked={areAll}
                indeterminate={count > 0 && !areAll}
                onChange={() => {
                  onChoose(campaigns);
                }}
              />
            </th>
            {textColumns.map(([order, label]) => (
              <SortHead key={order} {...{ search, onChange, order, label }} />
            ))}
            {numberColumns.map(([order, label]) => (
              <SortHead key={order} {...{ search, onChange, order, label }} isNumber />
            ))}
          </tr>
        </thead>
        <tbody>
          {campaigns.map((campaign) => (
            <CampaignRow
              key={campaign.id}
              campaign={campaign}
              isChosen={chosen.has(campaign.id)}
              onChoose={() => {
                onChoose([campaign]);
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SortHeadProps {
  readonly search: CampaignSearch;
  readonly onChange: (changes: CampaignChange) => void;
  readonly order: CampaignOrder;
  readonly label: string;
  readonly isNumber?: boolean;
}

/** The head of a column: pressed, it puts the list in its order, and again in the other direction. */
function SortHead({ search, onChange, order, label, isNumber = false }: SortHeadProps) {
  const isSorted = search.order === order;
  const isUp = search.up === true;
  // Names and states begin with the first, numbers with the greatest.
  const first = isNumber ? undefined : true;
  const sorted = isUp ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      className={isNumber ? 'number' : undefined}
      aria-sort={isSorted ? sorted : undefined}
    >
      <button
        type="button"
        className="sort-head"
        onClick={() => {
          onChange({ order, up: isSorted ? (isUp ? undefined : true) : first });
        }}
      >
        {label}
        <span aria-hidden="true">{isSorted ? (isUp ? '\u00a0↑' : '\u00a0↓') : ''}</span>
      </button>
    </th>
  );
}
