import { authRoutes } from './auth';
import { authorizeRoutes } from './authorize';
import { conversionRoutes } from './conversions';
import { creativeRoutes } from './creatives';
import { eventRoutes } from './events';
import { findRoutes } from './find';
import { oauthRoutes } from './oauth';
import type { Route } from './route';
import { supplyRoutes } from './supply';

/** Every REST path, in match order: the ad path first. */
export const routes: readonly Route[] = [
  ...supplyRoutes,
  ...eventRoutes,
  ...findRoutes,
  ...authRoutes,
  ...oauthRoutes,
];
  ...conversionRoutes,
