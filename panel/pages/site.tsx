import { Alert, Button, Group } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { ButtonLink, TextLink } from '../parts/links';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { StatusBadge } from '../parts/status-badge';
import { AdsTxt } from '../sites/ads-txt';
import { filterText } from '../sites/filter';
import { Placements } from '../sites/placements';
import { isReviewed, type Site, siteQuery, updateSiteDocument, whyNoAds } from '../sites/site';
import { Overview } from '../statistics/overview';

const archiveDocument = graphql(`
  mutation ArchiveSite($id: ID!) {
    archiveSite(id: $id) {
      id
    }
  }
`);

const route = getRouteApi('/sites/$id');

/** One site: its figures, its places for ads with their code, and what it takes. */
export function SitePage() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: site } = useSuspenseQuery(siteQuery(id));
  const why = whyNoAds(site);
  return (
    <>
      <TextLink to="/sites" size="sm">
        Sites
      </TextLink>
      <PageHead
        title={site.name}
        about={
          <>
            {site.host} <StatusBadge status={site.status} />
          </>
        }
      >
        <Actions site={site} />
      </PageHead>
      {why === null ? null : (
        <Alert color="yellow" title="It shows no ads" mb="md">
          {why}
        </Alert>
      )}
      <Placements site={site} search={search} />
      <Overview
        side="publisher"
        search={search}
        filter={{ site: [id] }}
        onSearch={(to) => void navigate({ search: to, replace: true, resetScroll: false })}
      />
      <Terms site={site} />
      <AdsTxt site={site} />
    </>
  );
}

function Actions({ site }: { readonly site: Site }) {
  const { id, name, status } = site;
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const [isAsking, setAsking] = useState(false);
  const isActive = status === 'active';
  const toggle = useMutation({
    mutationFn: () =>
      request(updateSiteDocument, { id, input: { status: isActive ? 'inactive' : 'active' } }),
    onSuccess: async () => {
      say(isActive ? `${name} shows no ads any more.` : `${name} shows ads.`);
      await queryClient.invalidateQueries({ queryKey: ['sites'] });
      await queryClient.invalidateQueries(siteQuery(id));
    },
  });
  const archive = useMutation({
    mutationFn: () => request(archiveDocument, { id }),
    onSuccess: async () => {
      say(`${name} is deleted.`);
      await queryClient.invalidateQueries({ queryKey: ['sites'] });
      await navigate({ to: '/sites' });
    },
  });
  if (isReviewed(site)) return null;
  return (
    <div>
      <Group gap="xs">
        <Button
          loading={toggle.isPending}
          onClick={() => {
            toggle.mutate();
          }}
        >
          {isActive ? 'Stop' : 'Start'}
        </Button>
        <ButtonLink variant="default" to="/sites/$id/edit" params={{ id }}>
          Edit
        </ButtonLink>
        <Button
          variant="default"
          onClick={() => {
            setAsking(true);
          }}
        >
          Delete
        </Button>
      </Group>
      <Problem error={toggle.error} />
      <Confirm
        isOpen={isAsking}
        title={`Delete “${name}”?`}
        action="Delete site"
        isBusy={archive.isPending}
        error={archive.error}
        onConfirm={() => {
          archive.mutate();
        }}
        onClose={() => {
          setAsking(false);
        }}
      >
        Its pages stay empty. What it has earned stays yours; made again with the same address, it
        has its placements back.
      </Confirm>
    </div>
  );
}

function Terms({ site }: { readonly site: Site }) {
  const { id, filtering, acceptedCreativeIds, rejectedCreativeIds } = site;
  const rows = [
    ['Kind', site.vendor ?? site.medium],
    ['Language', site.primaryLanguage ?? 'not said'],
    ['About', site.categories.join(', ') || 'not said'],
    ['Shows', site.onlyAcceptedCreatives ? 'only ads that you have accepted' : 'all ads that fit'],
    ['Required', filterText(filtering.requires) || 'nothing'],
    ['Excluded', filterText(filtering.excludes) || 'nothing'],
    ['Accepted ads', String(acceptedCreativeIds.length)],
    ['Rejected ads', String(rejectedCreativeIds.length)],
    ...(site.onlyDirectDeals ? ([['Deals', 'only direct ones']] as const) : []),
  ] as const;
  return (
    <section className="card" aria-labelledby="taken">
      <h2 id="taken">What it takes</h2>
      <dl className="facts">
        {rows.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Group mt="md">
        <ButtonLink variant="default" to="/sites/$id/ads" params={{ id }}>
          Accept or reject ads
        </ButtonLink>
      </Group>
    </section>
  );
}
