import { type Bench, type TableQuery, Workbench } from '../../list/workbench';
import { RangeControl } from '../../list/range-control';
import { TableOf } from '../../list/table-of';
import type { ListRangeSearch, TableChange } from '../../list/table-search';
import {
  type CampaignOrder,
  type CampaignSearch,
  type CampaignStatus,
  campaignStatuses,
} from '../../pages/campaigns.search';
import { t } from '../../texts/texts';
import { CampaignCells } from './campaign-cells';
import { campaignHeads, numberColumns, textColumns } from './columns';
import { campaignDeeds, campaignDeletion } from './deeds';
import { type CampaignTablePage, readAllCampaigns, type ShortCampaign } from './listed-campaign';

export type CampaignChange = TableChange<CampaignOrder, CampaignStatus> & {
  readonly range?: ListRangeSearch['range'] | undefined;
};

interface CampaignListProps {
  readonly query: TableQuery<CampaignTablePage>;
  readonly search: CampaignSearch;
  readonly onChange: (changes: CampaignChange) => void;
}

const bench: Bench<ShortCampaign, CampaignOrder, CampaignStatus> = {
  queryKey: campaignDeletion.queryKey,
  deeds: campaignDeeds,
  deletion: campaignDeletion,
  orders: campaignHeads,
  statuses: campaignStatuses,
  none: t('dashboard.noCampaignIsLikeThat'),
  countText: (count) => t('campaignList.count', { count }),
};

/** The list of campaigns, and all that is done with some of them. */
export function CampaignList({ query, search, onChange }: CampaignListProps) {
  return (
    <Workbench
      {...{ bench, query, search, onChange }}
      readAll={() => readAllCampaigns(search)}
      tools={<RangeControl range={search.range} onChange={onChange} />}
    >
      {(rows, chosen, onChoose) => (
        <TableOf
          label={t('dashboard.campaigns')}
          {...{ rows, chosen, onChoose, search, onChange }}
          textHeads={textColumns}
          figureHeads={numberColumns}
        >
          {(campaign) => <CampaignCells campaign={campaign} />}
        </TableOf>
      )}
    </Workbench>
  );
}
