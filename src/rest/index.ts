import { type RequestHandler, Router } from 'express';
import { authRoutes } from './auth';
import { eventRoutes } from './events';
import { findRoutes } from './find';
import { type Route, type RouteEnvironment, routesToRouter } from './route';
import { supplyRoutes } from './supply';

/** Every REST path, in match order: the ad path first. */
export const routes: readonly Route[] = [
  ...supplyRoutes,
  ...eventRoutes,
  ...findRoutes,
  ...authRoutes,
];

/** Nothing that we answer belongs in a search engine. */
const forbidIndexing: RequestHandler = (_req, res, next) => {
  res.setHeader('X-Robots-Tag', 'noindex');
  next();
};

export function createRestRouter(env: RouteEnvironment): Router {
  return Router().use(forbidIndexing).use(routesToRouter(routes, env));
}
