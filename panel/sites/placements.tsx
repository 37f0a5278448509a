import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { Confirm } from '../parts/confirm';
import { Loading } from '../parts/loading';
import { Pager } from '../parts/pager';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { StatusBadge } from '../parts/status-badge';
import { type RangeSearch, toRange } from '../statistics/range';
import { formatShort } from '../parts/money';
import { formatCount } from '../statistics/series';
import { lookEveryMs, useNow } from '../statistics/use-now';
import { t } from '../texts/texts';
import { EditPlacement } from './edit-placement';
import { EmbedCode } from './embed-code';
import { LastTraffic } from './last-traffic';
import { PlacementOutcomes } from './placement-outcomes';
import { NewPlacement } from './new-placement';
import { type Placement, placementsDocument, sizeOf } from './placement';
import type { Site } from './site';

const archiveDocument = graphql(`
  mutation ArchivePlacement($id: ID!) {
    archivePlacement(id: $id) {
      id
    }
  }
`);

/** The places of a site: each with its code, to be copied into a page. */
export function Placements({
  site,
  search,
}: {
  readonly site: Site;
  readonly search: RangeSearch;
}) {
  const queryClient = useQueryClient();
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [edited, setEdited] = useState<Placement | null>(null);
  const [chosen, setChosen] = useState<Placement | null>(null);
  const { from, to } = toRange(search, useNow());
  const time = { from: from.toISOString(), to: to.toISOString() };
  const key = ['placements', site.id];
  const placements = useQuery({
    queryKey: [...key, time, page],
    queryFn: async ({ signal }) =>
      (await request(placementsDocument, { siteId: site.id, ...time, page }, signal)).placements,
    placeholderData: keepOfSame(site.id),
    refetchInterval: lookEveryMs,
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: key });
  const archive = useMutation({
    mutationFn: (id: string) => request(archiveDocument, { id }),
    onSuccess: async () => {
      say(t('sites.thePlacementIsGone'));
      await refresh();
    },
    onSettled: () => {
      setChosen(null);
    },
  });
  const list = placements.data;
  return (
    <section className="card" aria-labelledby="placements" data-flush>
      <h2 id="placements" className="flush-title">
        {t('sites.placements')}
      </h2>
      <Problem error={placements.error} onRetry={() => void placements.refetch()} />
      <Problem error={archive.error} />
      {list === undefined ? placements.isPending && <Loading /> : null}
      {list?.totalCount === 0 ? <p className="none">{t('sites.noPlacesForAdsYet')}</p> : null}
      <ul className="placements">
        {list?.nodes.map((placement) => (
          <li key={placement.id}>
            <div className="placement">
              <span className="placement-name">
                <strong>{placement.name}</strong>
                <span className="soft">{sizeOf(placement)}</span>
              </span>
              {placement.status === 'active' ? null : <StatusBadge status={placement.status} />}
              <span className="soft placement-figures">
                {t('sites.placementFigures', {
                  views: formatCount(placement.figures.validViews),
                  revenue: formatShort(placement.figures.revenue ?? '0', 'USD'),
                })}
              </span>
              {placement.minimumRpm === null ? null : (
                <span className="soft">
                  {t('sites.leastOfPlace', { amount: formatShort(placement.minimumRpm, 'USD') })}
                </span>
              )}
              <LastTraffic placement={placement} />
              <span className="placement-actions">
                <Button
                  variant={opened === placement.id ? 'filled' : 'default'}
                  size="xs"
                  aria-expanded={opened === placement.id}
                  aria-label={t('sites.codeOf', { name: placement.name })}
                  onClick={() => {
                    setOpened(opened === placement.id ? null : placement.id);
                  }}
                >
                  {t('sites.code')}
                </Button>
                <Button
                  variant={asked === placement.id ? 'filled' : 'default'}
                  size="xs"
                  aria-expanded={asked === placement.id}
                  aria-label={t('sites.whyEmptyName', { name: placement.name })}
                  onClick={() => {
                    setAsked(asked === placement.id ? null : placement.id);
                  }}
                >
                  {t('sites.whyEmpty')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('common.editName', { name: placement.name })}
                  onClick={() => {
                    setEdited(placement);
                  }}
                >
                  {t('common.edit')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('common.deleteName', { name: placement.name })}
                  onClick={() => {
                    setChosen(placement);
                  }}
                >
                  {t('common.delete')}
                </Button>
              </span>
            </div>
            {asked === placement.id ? <PlacementOutcomes placement={placement} /> : null}
            {opened === placement.id ? (
              <EmbedCode site={site} placement={placement} others={list.nodes} />
            ) : null}
          </li>
        ))}
      </ul>
      <Pager last={list?.pageInfo.lastPage ?? 1} page={page} onGo={setPage} />
      <NewPlacement
        site={site}
        onDone={async (id) => {
          setOpened(id);
          await refresh();
        }}
      />
      {edited === null ? null : (
        <EditPlacement
          site={site}
          placement={edited}
          onSaved={refresh}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
      <Confirm
        isOpen={chosen !== null}
        title={t('common.deleteQuestion', { name: chosen?.name ?? '' })}
        action={t('sites.deletePlacement')}
        isBusy={archive.isPending}
        onConfirm={() => {
          if (chosen) archive.mutate(chosen.id);
        }}
        onClose={() => {
          setChosen(null);
        }}
      >
        {t('sites.pagesThatHaveItsCode')}
      </Confirm>
    </section>
  );
}
