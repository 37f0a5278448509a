import { Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type SubmitEvent, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { NameSearch } from '../list/name-search';
import { NextPage } from '../operator/next-page';
import { nextAfter } from '../operator/review-list';
import { given } from '../operator/search';
import { useChange } from '../operator/use-change';
import { TextLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { t } from '../texts/texts';

const listDocument = graphql(`
  query RefusedDomains($kind: RefusedDomainKind, $search: String, $afterId: ID) {
    refusedDomains(kind: $kind, search: $search, first: 50, afterId: $afterId) {
      id
      kind
      domain
      reason
      refusedById
      refusedAt
    }
  }
`);

const refuseDocument = graphql(`
  mutation RefuseDomains($kind: RefusedDomainKind!, $domains: [String!]!, $reason: String!) {
    refuseDomains(kind: $kind, domains: $domains, reason: $reason)
  }
`);

const allowDocument = graphql(`
  mutation AllowDomains($kind: RefusedDomainKind!, $domains: [String!]!) {
    allowDomains(kind: $kind, domains: $domains)
  }
`);

type Refused = ResultOf<typeof listDocument>['refusedDomains'][number];
type Kind = Refused['kind'];

const pageSize = 50;
const kinds = ['landing', 'site'] as const;
const kindName: Readonly<Record<Kind, string>> = {
  landing: t('operator.landingPages'),
  site: t('operator.hostsOfSites'),
};
const kindOptions = kinds.map((value) => ({ value, label: kindName[value] }));
const route = getRouteApi('/operator/refused-domains');
const changes = [['refused-domains']];

/** Domains that are refused on the whole server: as hosts of sites, or of landing pages. */
export function RefusedDomainsPage() {
  const { kind: named, search, after } = route.useSearch();
  const navigate = route.useNavigate();
  const kind = kinds.find((one) => one === named) ?? null;
  const domains = useQuery({
    queryKey: ['refused-domains', kind, search, after],
    queryFn: ({ signal }) =>
      request(listDocument, { kind, search: search ?? null, afterId: after ?? null }, signal),
    placeholderData: keepOfSame(kind),
  });
  const list = domains.data?.refusedDomains;
  const next = nextAfter(list, pageSize);
  const go = (to: {
    readonly kind?: string | null;
    readonly search?: string;
    readonly after?: string;
  }) => void navigate({ search: given({ kind, search, ...to }) });
  return (
    <>
      <PageHead title={t('operator.refusedDomains')} about={t('operator.refusedDomainsAbout')} />
      <Refuse />
      <Problem error={domains.error} onRetry={() => void domains.refetch()} />
      <section className="card" data-flush>
        <div className="filters">
          <NativeSelect
            aria-label={t('common.kind')}
            value={kind ?? ''}
            data={[{ value: '', label: t('operator.allKinds') }, ...kindOptions]}
            onChange={({ currentTarget }) => {
              go({ kind: currentTarget.value });
            }}
          />
          <NameSearch
            label={t('operator.partOfTheDomain')}
            value={search ?? ''}
            onChange={(text) => {
              go({ search: text });
            }}
          />
        </div>
        {list === undefined ? domains.isPending && <Loading /> : <List domains={list} />}
        <NextPage
          isFirst={after === undefined}
          hasNext={next !== undefined}
          onFirst={() => {
            go({});
          }}
          onNext={() => {
            if (next !== undefined) go({ after: next });
          }}
        />
      </section>
    </>
  );
}

function Refuse() {
  const [kind, setKind] = useState<Kind>('landing');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const refuse = useChange({
    mutate: (domains: string[]) => request(refuseDocument, { kind, domains, reason }),
    done: t('operator.theDomainsAreRefused'),
    changes,
    onDone: () => {
      setTyped('');
      setReason('');
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    refuse.mutate(typed.split(/\s+/).filter((text) => text !== ''));
  };
  return (
    <section className="card" aria-labelledby="refuse-domains">
      <h2 id="refuse-domains">{t('operator.refuseDomains')}</h2>
      <Problem error={refuse.error} />
      <form onSubmit={submit}>
        <Group align="end">
          <NativeSelect
            label={t('operator.refusedAs')}
            value={kind}
            data={kindOptions}
            onChange={({ currentTarget }) => {
              setKind(kinds.find((one) => one === currentTarget.value) ?? 'landing');
            }}
          />
          <Textarea
            label={t('operator.domains')}
            description={t('operator.domainsAbout')}
            required
            autosize
            minRows={1}
            maxRows={8}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
            }}
          />
          <TextInput
            label={t('operator.reason')}
            description={t('operator.reasonIsRead')}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget }) => {
              setReason(currentTarget.value);
            }}
          />
          <Button type="submit" color="red" loading={refuse.isPending}>
            {t('operator.refuse')}
          </Button>
        </Group>
      </form>
    </section>
  );
}

function List({ domains }: { readonly domains: readonly Refused[] }) {
  const allow = useChange({
    mutate: ({ kind, domain }: Refused) => request(allowDocument, { kind, domains: [domain] }),
    done: t('operator.theDomainIsAllowed'),
    changes,
  });
  if (domains.length === 0) return <p className="none">{t('operator.noDomainIsRefused')}</p>;
  return (
    <>
      <Problem error={allow.error} />
      <table className="table" aria-label={t('operator.refusedDomains')}>
        <thead>
          <tr>
            <th scope="col">{t('operator.domain')}</th>
            <th scope="col">{t('operator.refusedAs')}</th>
            <th scope="col">{t('operator.reason')}</th>
            <th scope="col">{t('common.since')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {domains.map((one) => (
            <tr key={one.id}>
              <td data-title>
                <strong className="mono">{one.domain}</strong>
              </td>
              <td data-label={t('operator.refusedAs')}>{kindName[one.kind]}</td>
              <td data-label={t('operator.reason')}>{one.reason}</td>
              <td data-label={t('common.since')}>
                <When at={one.refusedAt} isDay />
                {one.refusedById === null ? null : (
                  <>
                    {' '}
                    <TextLink to="/operator/users/$id" params={{ id: one.refusedById }} size="sm">
                      {t('operator.refusedBy')}
                    </TextLink>
                  </>
                )}
              </td>
              <td data-title className="row-actions">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('operator.allowDomain', { domain: one.domain })}
                  onClick={() => {
                    allow.mutate(one);
                  }}
                >
                  {t('operator.allow')}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
