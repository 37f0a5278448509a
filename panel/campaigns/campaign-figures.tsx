import { useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { TextLink } from '../parts/links';
import { Money } from '../parts/money';
import { StatusBadge } from '../parts/status-badge';
import { type FiguresFilter, figuresFragment, figuresQuery } from '../statistics/figures';
import { type RangeSearch, toRange } from '../statistics/range';
import { formatFigure, seriesOf } from '../statistics/series';
import { t } from '../texts/texts';

export const campaignFiguresDocument = graphql(
  `
    query CampaignFigures(
      $from: DateTime!
      $to: DateTime!
      $page: PositiveInt
      $filter: CampaignFilterInput
    ) {
      campaigns(first: 25, page: $page, filter: $filter) {
        totalCount
        pageInfo {
          lastPage
        }
        nodes {
          id
          name
          serving {
            state
          }
          hourlyBudget
          figures(from: $from, to: $to) {
            ...AllFigures
          }
        }
      }
    }
  `,
  [figuresFragment],
);

type Row = ResultOf<typeof campaignFiguresDocument>['campaigns']['nodes'][number];

const columns = ['cost', 'validViews', 'validClicks', 'clickRate', 'cpm', 'cpc'].flatMap(
  (name) => seriesOf.advertiser.find((one) => one.name === name) ?? [],
);

/** Figures of each campaign of a page, and of all of them together. */
export function CampaignFigures({
  rows,
  search,
  filter,
}: {
  readonly rows: readonly Row[];
  readonly search: RangeSearch;
  readonly filter: FiguresFilter;
}) {
  const { data } = useQuery(figuresQuery('advertiser', toRange(search, new Date()), filter));
  if (rows.length === 0) return <p className="none">{t('dashboard.noCampaignIsLikeThat')}</p>;
  return (
    <table className="table" data-figures aria-label={t('dashboard.campaigns')}>
      <thead>
        <tr>
          <th scope="col">{t('dashboard.campaign')}</th>
          <th scope="col">{t('common.status')}</th>
          <th scope="col" className="number">
            {t('dashboard.budgetAnHour')}
          </th>
          {columns.map(({ name, label }) => (
            <th key={name} scope="col" className="number">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, serving, hourlyBudget, figures }) => (
          <tr key={id}>
            <td data-title>
              <TextLink to="/campaigns/$id" params={{ id }} search={search} fw={600}>
                {name}
              </TextLink>
            </td>
            <td data-label={t('common.status')}>
              <StatusBadge status={serving.state} />
            </td>
            <td data-label={t('dashboard.budgetAnHour')} className="number">
              <Money amount={hourlyBudget} unit="USD" isShort />
            </td>
            {columns.map((column) => (
              <td key={column.name} data-label={column.label} className="number">
                {formatFigure(figures, column)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {data === undefined ? null : (
        <tfoot>
          <tr>
            <th scope="row" colSpan={3} data-title>
              {'medium' in filter ? t('dashboard.allOfThem') : t('dashboard.allCampaigns')}
            </th>
            {columns.map((column) => (
              <td key={column.name} data-label={column.label} className="number">
                {formatFigure(data.totals, column)}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
