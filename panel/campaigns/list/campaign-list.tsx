import { useState } from 'react';
import type { CampaignSearch } from '../../pages/campaigns.search';
import { Pager } from '../../parts/pager';
import { t } from '../../texts/texts';
import { BulkBar } from './bulk-bar';
import { CampaignTable } from './campaign-table';
import { DeletionBar } from './deletion-bar';
import type { Failure } from './do-with-each';
import { Failures } from './failures';
import type { CampaignTablePage, ListedCampaign } from './listed-campaign';
import { type CampaignChange, Toolbar } from './toolbar';
import { useDeletion } from './use-deletion';

type Chosen = ReadonlyMap<string, ListedCampaign>;
const none: Chosen = new Map();

interface CampaignListProps {
  readonly list: CampaignTablePage;
  readonly search: CampaignSearch;
  readonly onChange: (changes: CampaignChange) => void;
}

/** The list of campaigns, and all that is done with some of them. */
export function CampaignList({ list, search, onChange }: CampaignListProps) {
  const [chosen, setChosen] = useState(none);
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const deletion = useDeletion(setFailures);
  const shown = list.nodes.filter(({ id }) => !deletion.hidden.has(id));
  return (
    <section className="card" data-flush>
      <Toolbar {...{ search, onChange }} />
      <DeletionBar
        count={deletion.waiting.length}
        onUndo={deletion.undo}
        onCommit={() => void deletion.commit()}
      />
      <BulkBar
        chosen={[...chosen.values()]}
        onFailures={setFailures}
        onDelete={() => {
          deletion.add([...chosen.values()]);
          setChosen(none);
        }}
        onClear={() => {
          setChosen(none);
        }}
      />
      <Failures
        failures={failures}
        onClose={() => {
          setFailures([]);
        }}
      />
      {shown.length === 0 ? (
        <p className="none">{t('campaigns.noCampaignIsLikeThat')}</p>
      ) : (
        <CampaignTable
          campaigns={shown}
          {...{ search, onChange, chosen }}
          onChoose={(campaigns) => {
            setChosen((before) => toggled(before, campaigns));
          }}
        />
      )}
      <p className="list-count soft small">
        {t('campaignList.count', { count: list.totalCount - (list.nodes.length - shown.length) })}
      </p>
      <Pager
        last={list.pageInfo.lastPage}
        page={search.page ?? 1}
        onGo={(page) => {
          onChange({ page });
        }}
      />
    </section>
  );
}

/** Chooses some campaigns, or none of them where all were chosen. */
function toggled(before: Chosen, some: readonly ListedCampaign[]): Chosen {
  const after = new Map(before);
  const wereAll = some.every(({ id }) => before.has(id));
  for (const one of some)
    if (wereAll) after.delete(one.id);
    else after.set(one.id, one);
  return after;
}
