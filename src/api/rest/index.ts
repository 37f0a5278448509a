import { authRoutes } from './auth';
import { campaignRoutes } from './campaigns';
import { classificationRoutes } from './classifications';
import { conversionRoutes } from './conversions';
import { creativeRoutes } from './creatives';
import { eventRoutes } from './events';
import { findRoutes } from './find';
import { oauthRoutes } from './oauth';
import { personalTokenRoutes } from './personal-tokens';
import type { Route } from './route';
import { statisticsRoutes } from './statistics';
import { supplyRoutes } from './supply';
import { taxonomyRoutes } from './taxonomy';
import { wellKnownRoutes } from './well-known';

/** Every REST path, in match order: the ad path first. */
export const routes: readonly Route[] = [
  ...supplyRoutes,
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
];
