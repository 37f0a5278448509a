import { queryOptions, useQuery } from '@tanstack/react-query';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { TableCard } from '../parts/table-card';
import { formatCount, formatShare } from '../statistics/series';
import { t } from '../texts/texts';

const reachDocument = graphql(`
  query CampaignReach($id: ID!) {
    campaign(id: $id) {
      reach {
        visitors
        unknownViews
        frequencies {
          views
          isOrMore
          visitors
        }
      }
    }
  }
`);

const reachQuery = (id: string) =>
  queryOptions({
    queryKey: ['reach', id],
    queryFn: async ({ signal }) => (await request(reachDocument, { id }, signal)).campaign.reach,
  });

/** How many visitors have seen a campaign since its beginning, and how often. */
export function CampaignReach({ id }: { readonly id: string }) {
  const query = useQuery(reachQuery(id));
  const { visitors = 0, unknownViews = 0, frequencies = [] } = query.data ?? {};
  const rows = frequencies.filter((row) => row.visitors > 0);
  return (
    <TableCard
      {...{ id: 'reach', title: t('campaigns.reach'), query }}
      count={query.data && rows.length}
      none={null}
      before={
        <div className="filters">
          <p className="soft">
            {t('campaigns.reachAbout', {
              visitors: formatCount(visitors),
              views: formatCount(unknownViews),
            })}
          </p>
        </div>
      }
      head={
        <>
          <th scope="col">{t('campaigns.seen')}</th>
          <th scope="col" className="number">
            {t('campaigns.visitors')}
          </th>
          <th scope="col" className="number">
            {t('statistics.share')}
          </th>
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.views}>
          <td data-title>
            {t(row.isOrMore ? 'campaigns.seenTimesOrMore' : 'campaigns.seenTimes', {
              count: formatCount(row.views),
            })}
          </td>
          <td data-label={t('campaigns.visitors')} className="number">
            {formatCount(row.visitors)}
          </td>
          <td data-label={t('statistics.share')} className="number">
            {formatShare(row.visitors / visitors)}
          </td>
        </tr>
      ))}
    </TableCard>
  );
}
