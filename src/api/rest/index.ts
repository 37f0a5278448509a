import { authRoutes } from './auth';
import { campaignRoutes } from './campaigns';
import { classificationRoutes } from './classifications';
import { conversionStatisticsRoute } from './conversion-statistics';
import { conversionRoutes } from './conversions';
import { creativeRoutes } from './creatives';
import type { CsvRoute } from './csv-routes';
import { eventRoutes } from './events';
import { findRoutes } from './find';
import { moneyTables } from './money-tables';
import { oauthRoutes } from './oauth';
import { personalTokenRoutes } from './personal-tokens';
import type { Route } from './route';
import { statisticsRoutes } from './statistics';
import { statisticsTables } from './statistics-tables';
import { statsRoutes, statsTables } from './stats';
import { supplyRoutes } from './supply';
import { anonRoutes } from './supply-anon';
import { taxonomyRoutes } from './taxonomy';
import { wellKnownRoutes } from './well-known';

/** Every REST path, in match order: the ad path first. */
export const routes: readonly Route[] = [
  ...supplyRoutes,
  ...anonRoutes,
  ...eventRoutes,
  ...findRoutes,
  ...oauthRoutes,
  ...conversionRoutes,
  ...authRoutes,
  ...personalTokenRoutes,
  ...wellKnownRoutes,
  ...creativeRoutes,
  ...campaignRoutes,
  ...classificationRoutes,
  ...taxonomyRoutes,
  ...statisticsRoutes,
  conversionStatisticsRoute,
  ...statsRoutes,
];

/** Every path of a table for spreadsheets. */
export const csvRoutes: readonly CsvRoute[] = [...statisticsTables, ...statsTables, ...moneyTables];
