import { t } from '../texts/texts';
import { graphql, type ResultOf } from '../graphql/graphql';
import { formatCount, formatShare } from './series';

export const outcomesFragment = graphql(`
  fragment Outcomes on FindOutcomes {
    finds
    counts {
      outcome
      count
    }
  }
`);

export type Outcomes = ResultOf<typeof outcomesFragment>;
export type OutcomeName = Outcomes['counts'][number]['outcome'];

/** How finds ended: a bar for each end, the one nearest to being shown first. */
export function OutcomeBars({
  title,
  outcomes: { finds, counts },
  textOf,
}: {
  /** The table's name. */
  readonly title: string;
  readonly outcomes: Outcomes;
  readonly textOf: Readonly<Record<OutcomeName, string>>;
}) {
  if (finds === 0) return <p className="none">{t('statistics.noFindWasLookedAt')}</p>;
  return (
    <table className="table outcomes" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{t('statistics.howItEnded')}</th>
          <th scope="col" className="number">
            {t('statistics.share')}
          </th>
          <th scope="col" className="number">
            {t('statistics.ofLooks')}
          </th>
        </tr>
      </thead>
      <tbody>
        {counts.toReversed().map(({ outcome, count }) => (
          <tr key={outcome}>
            <td data-title>
              {textOf[outcome]}
              <progress
                className="outcome-bar"
                data-won={outcome === 'won'}
                aria-hidden
                max={finds}
                value={count}
              />
            </td>
            <td data-label={t('statistics.share')} className="number">
              {formatShare(count / finds)}
            </td>
            <td data-label={t('statistics.ofLooks')} className="number">
              {formatCount(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
