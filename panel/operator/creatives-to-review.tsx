import { useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Tile } from '../money/tile';
import { TextLink } from '../parts/links';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';

const queuesDocument = graphql(`
  query CreativesToReview {
    unreviewed: allCreatives(filter: { isUnreviewed: true }, first: 100) {
      id
    }
    waiting: allCreatives(filter: { review: waiting }, first: 100) {
      id
    }
  }
`);

/** The key of the query for how many there are. */
export const creativesToReview = ['creatives-to-review'] as const;

/** The most that a queue is counted to. */
const most = 100;

/** How many creatives an operator has yet to look at: those that wait for it, or else those that are on sale meanwhile. */
export function CreativesToReview() {
  const queues = useQuery({
    queryKey: creativesToReview,
    queryFn: ({ signal }) => request(queuesDocument, {}, signal),
    refetchInterval: 30_000,
  });
  const { unreviewed = [], waiting = [] } = queues.data ?? {};
  const [status, queue] =
    waiting.length > 0 ? (['waiting', waiting] as const) : (['unreviewed', unreviewed] as const);
  const count = formatCount(queue.length);
  return (
    <Tile
      label={t('operator.creativesToReview')}
      value={queues.data === undefined ? '–' : queue.length < most ? count : `${count}+`}
    >
      <TextLink to="/operator/creatives" search={{ status }} size="sm">
        {t('operator.creatives')}
      </TextLink>
    </Tile>
  );
}
