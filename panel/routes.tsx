import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { homeOf } from './navigation';
import { BackPage } from './pages/back';
import { CrashPage } from './pages/crash';
import { NotFoundPage } from './pages/not-found';
import { readCampaignSearch } from './pages/campaigns.search';
import { Loading } from './parts/loading';
import { queryClient } from './query-client';
import { Shell } from './shell';
import { viewerQuery } from './viewer';

const root = createRootRoute({
  component: Shell,
  errorComponent: CrashPage,
  notFoundComponent: NotFoundPage,
});

/** Every page: a file of its own in `pages/`, loaded when somebody goes there, and a line. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async () => {
      const { roles } = await queryClient.query({ ...viewerQuery, staleTime: 'static' });
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as the router has it
      throw redirect({ to: homeOf(roles), replace: true });
    },
  }),
  createRoute({ getParentRoute: () => root, path: '/back', component: BackPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns',
    validateSearch: readCampaignSearch,
    component: lazyRouteComponent(() => import('./pages/campaigns'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/new',
    component: lazyRouteComponent(() => import('./pages/new-campaign'), 'NewCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$id',
    component: lazyRouteComponent(() => import('./pages/campaign'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$id/edit',
    component: lazyRouteComponent(() => import('./pages/edit-campaign'), 'EditCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tokens',
    component: lazyRouteComponent(() => import('./pages/tokens'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications',
    component: lazyRouteComponent(() => import('./pages/applications'), 'ApplicationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: lazyRouteComponent(() => import('./pages/settings'), 'SettingsPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/panel',
  defaultPendingComponent: Loading,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
