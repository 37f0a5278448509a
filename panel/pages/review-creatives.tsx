import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PixelHosts } from '../campaigns/pixel-hosts';
import { Preview } from '../campaigns/preview';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { keepOfSame } from '../keep-of-same';
import { creativesToReview } from '../operator/creatives-to-review';
import { nextAfter, ReviewList } from '../operator/review-list';
import { isBusyWith, useChange } from '../operator/use-change';
import { useRejectCreative } from '../operator/use-reject-creative';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { StatusBadge } from '../parts/status-badge';
import { t } from '../texts/texts';

const creativesDocument = graphql(`
  query ReviewCreatives($filter: AllCreativesFilterInput, $afterId: ID) {
    allCreatives(filter: $filter, first: 24, afterId: $afterId) {
      id
      name
      type
      mime
      scope
      url
      status
      review
      rejectionReason
      impressionPixels
    }
  }
`);

const rejectDocument = graphql(`
  mutation RejectCreative($id: ID!, $reason: String!) {
    rejectCreative(id: $id, reason: $reason) {
      id
    }
  }
`);

const restoreDocument = graphql(`
  mutation RestoreCreative($id: ID!) {
    restoreCreative(id: $id) {
      id
    }
  }
`);

const approveDocument = graphql(`
  mutation ApproveCreative($id: ID!) {
    approveCreative(id: $id) {
      id
    }
  }
`);

const approveAllDocument = graphql(`
  mutation ApproveCreatives($ids: [ID!]!) {
    approveCreatives(input: { ids: $ids })
  }
`);

type Creative = ResultOf<typeof creativesDocument>['allCreatives'][number];

const pageSize = 24;
/** `waiting` for review or `unreviewed`, whatever the status; else a status. */
const statuses = ['active', 'unreviewed', 'waiting', 'inactive', 'draft', 'rejected'] as const;
type Status = (typeof statuses)[number];
const route = getRouteApi('/operator/creatives');
const decided = [['review-creatives'], creativesToReview];

/** Everybody's creatives with their pictures, each to be taken out of serving, or given back. */
export function ReviewCreativesPage() {
  const { status = 'active', after } = route.useSearch();
  const navigate = route.useNavigate();
  const known = statuses.find((one) => one === status) ?? 'active';
  const creatives = useQuery({
    queryKey: ['review-creatives', known, after],
    queryFn: ({ signal }) =>
      request(
        creativesDocument,
        {
          filter: filterOf(known),
          afterId: after ?? null,
        },
        signal,
      ),
    placeholderData: keepOfSame(known),
  });
  const reject = useRejectCreative<Creative>({
    title: ({ name }) => t('operator.rejectQuestion', { name }),
    mutate: ({ id }, reason) => request(rejectDocument, { id, reason }),
    changes: decided,
  });
  const restore = useChange({
    mutate: (id: string) => request(restoreDocument, { id }),
    done: t('operator.theCreativeIsItsOwners'),
    changes: decided,
  });
  const approve = useChange({
    mutate: (id: string) => request(approveDocument, { id }),
    done: t('operator.theCreativeIsApproved'),
    changes: decided,
  });
  const approveAll = useChange({
    mutate: (ids: string[]) => request(approveAllDocument, { ids }),
    done: t('operator.theCreativesAreApproved'),
    changes: decided,
  });
  const list = creatives.data?.allCreatives;
  return (
    <>
      <PageHead
        title={t('operator.creatives')}
        about={t('operator.whatAdvertisersShowARejected')}
      />
      <Problem error={creatives.error} onRetry={() => void creatives.refetch()} />
      <Problem error={errorOfLast(restore, approve, approveAll)} />
      <ReviewList
        {...{ statuses, after }}
        status={known}
        next={nextAfter(list, pageSize)}
        onGo={(search) => void navigate({ search })}
      >
        {list === undefined ? creatives.isPending && <Loading /> : null}
        {list?.length === 0 ? <p className="none">{t('operator.noCreativeIsLikeThat')}</p> : null}
        {isQueue(known) && list !== undefined && list.length > 0 ? (
          <div className="filters">
            <Button
              size="xs"
              loading={approveAll.isPending}
              onClick={() => {
                approveAll.mutate(list.map(({ id }) => id));
              }}
            >
              {t('operator.approveCount', { count: list.length })}
            </Button>
          </div>
        ) : null}
        <ul className="review">
          {list?.map((creative) => (
            <Item
              key={creative.id}
              creative={creative}
              isInQueue={isQueue(known)}
              isBusy={isBusyWith(approve, creative.id) || isBusyWith(restore, creative.id)}
              onApprove={approve.mutate}
              onReject={reject.choose}
              onRestore={restore.mutate}
            />
          ))}
        </ul>
      </ReviewList>
      {reject.dialog}
    </>
  );
}

function Item({
  creative,
  isInQueue,
  isBusy,
  onApprove,
  onReject,
  onRestore,
}: {
  readonly creative: Creative;
  readonly isInQueue: boolean;
  /** It is being approved, or given back. */
  readonly isBusy: boolean;
  readonly onApprove: (id: string) => void;
  readonly onReject: (creative: Creative) => void;
  readonly onRestore: (id: string) => void;
}) {
  const { id, name, scope, status, review, rejectionReason, impressionPixels } = creative;
  return (
    <li className="review-item">
      <Preview {...creative} />
      <strong>{name}</strong>
      <div className="review-facts">
        <span className="soft">{scope}</span>
        <StatusBadge status={review ?? status} />
      </div>
      <PixelHosts hosts={hostsOf(impressionPixels)} />
      {rejectionReason === null ? null : <span className="review-reason">{rejectionReason}</span>}
      {review === null && !isInQueue ? null : (
        <Button
          size="xs"
          aria-label={t('operator.approveName', { name })}
          loading={isBusy}
          onClick={() => {
            onApprove(id);
          }}
        >
          {t('operator.approve')}
        </Button>
      )}
      {status === 'rejected' ? (
        <Button
          variant="default"
          size="xs"
          aria-label={t('operator.restoreName', { name })}
          loading={isBusy}
          onClick={() => {
            onRestore(id);
          }}
        >
          {t('operator.restore')}
        </Button>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={t('operator.rejectName', { name })}
          onClick={() => {
            onReject(creative);
          }}
        >
          {t('operator.reject')}
        </Button>
      )}
    </li>
  );
}

/** Lists of what an operator has yet to look at. */
const isQueue = (status: Status): boolean => status === 'waiting' || status === 'unreviewed';

function filterOf(status: Status) {
  if (status === 'waiting') return { review: status };
  return status === 'unreviewed' ? { isUnreviewed: true } : { status };
}

const hostsOf = (urls: readonly string[]): readonly string[] => [
  ...new Set(urls.flatMap((url) => URL.parse(url)?.host ?? [])),
];
