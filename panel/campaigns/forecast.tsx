import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request, RequestError } from '../graphql/request';
import { formatShort } from '../parts/money';
import { formatTime } from '../parts/when';
import { Tile } from '../money/tile';
import { formatCount, formatShare } from '../statistics/series';
import { t } from '../texts/texts';
import { type CampaignValues, toTerms } from './campaign-form';

const forecastDocument = graphql(`
  query Forecast($input: ForecastInput!) {
    forecast(input: $input) {
      state
      sampledFinds
      since
      unknownVisitorShare
      figures {
        viewsPerDay
        costPerDay
        share
        lowCpm
        typicalCpm
        highCpm
        isLimitedByBudget
      }
    }
  }
`);

type Told = ResultOf<typeof forecastDocument>['forecast'];

interface ForecastProps {
  readonly values: CampaignValues;
  /** The campaign that these values would replace; null: a new one. */
  readonly campaignId: string | null;
}

/** Somebody who types gets one forecast, not one for each key. */
const typingMs = 700;

/** The last 7 days with this campaign, as it is typed. */
export function ForecastCard({ values, campaignId }: ForecastProps) {
  const [input] = useDebouncedValue(JSON.stringify(toInput(values, campaignId)), typingMs);
  const { data, error, isFetching } = useQuery(forecastQuery(input));
  return (
    <section className="card" aria-labelledby="forecast" aria-busy={isFetching}>
      <h2 id="forecast">
        {t('campaigns.forecast')} {isFetching ? <Loader size="xs" aria-hidden /> : null}
      </h2>
      <p className="soft">{t('campaigns.forecastAbout')}</p>
      <div role="status">
        {data === undefined || error !== null ? (
          <p className="soft">{textWithout(error)}</p>
        ) : (
          <Figures {...data} />
        )}
      </div>
    </section>
  );
}

/** @param input as text: one forecast for each. `null` where the values are not complete */
const forecastQuery = (input: string) =>
  queryOptions({
    queryKey: ['forecast', input],
    queryFn: async ({ signal }) => {
      // It is what `toInput` has written.
      const read = JSON.parse(input) as NonNullable<ReturnType<typeof toInput>>;
      return (await request(forecastDocument, { input: read }, signal)).forecast;
    },
    enabled: input !== 'null',
    staleTime: 60_000,
    retry: false,
    ...(input !== 'null' && { placeholderData: keepPreviousData }),
  });

/** null while an amount or a number cannot be read. */
function toInput(values: CampaignValues, campaignId: string | null) {
  try {
    const terms = toTerms(values, '');
    const { hourlyBudget, maxCpm, maxCpc, schedule, timeZone, frequencyCaps, targeting } = terms;
    const { showsToUnknownVisitors, requiresViewability, creativeRotation } = terms;
    const { priority, shareOfVoice, roadblock, bidModifiers, dailyBudget, totalBudget } = terms;
    const { scheduleClock, category, competitiveExclusion, showsOncePerPage } = terms;
    return {
      ...{ campaignId, medium: values.medium, vendor: values.vendor || null },
      ...{ hourlyBudget, maxCpm, maxCpc, schedule, timeZone, frequencyCaps, targeting },
      ...{ showsToUnknownVisitors, requiresViewability, creativeRotation, priority, shareOfVoice },
      ...{ category, competitiveExclusion, showsOncePerPage, roadblock },
      ...{ scheduleClock, bidModifiers, dailyBudget, totalBudget },
      ads: values.creatives.map(({ type, scope }) => ({ type, scope })),
    };
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}

function textWithout(error: Error | null): string {
  const isRefused = error instanceof RequestError && error.code === 'VALIDATION_FAILED';
  return error === null || isRefused ? t('campaigns.forecastWaits') : t('campaigns.forecastLater');
}

function Figures({ state, sampledFinds, since, unknownVisitorShare, figures }: Told) {
  if (state === 'nothing_sampled' || since === null)
    return <p className="soft">{t('campaigns.nothingToForecast')}</p>;
  const sample = t('campaigns.forecastOf', { count: sampledFinds, since: formatTime(since) });
  if (figures === null) return <p>{`${t('campaigns.tooFewToForecast')} ${sample}`}</p>;
  const { lowCpm, typicalCpm, highCpm, isLimitedByBudget } = figures;
  const [low, high] = [formatShort(lowCpm, 'USD'), formatShort(highCpm, 'USD')];
  return (
    <>
      <div className="tiles">
        <Tile label={t('campaigns.viewsADay')} value={formatCount(figures.viewsPerDay)}>
          {isLimitedByBudget ? t('campaigns.budgetKeepsItFromMore') : null}
        </Tile>
        <Tile label={t('campaigns.costADay')} value={formatShort(figures.costPerDay, 'USD')} />
        <Tile label={t('campaigns.shareOfFits')} value={formatShare(figures.share)} />
        <Tile label={t('campaigns.othersBid')} value={formatShort(typicalCpm, 'USD')}>
          {t('campaigns.mostlyBetween', { low, high })}
        </Tile>
      </div>
      <p className="soft">
        {sample}{' '}
        {unknownVisitorShare === null
          ? null
          : t('campaigns.unknownVisitorsOf', { share: formatShare(unknownVisitorShare) })}
      </p>
    </>
  );
}
