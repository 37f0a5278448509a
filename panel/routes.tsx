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
import { readSitesSearch } from './pages/sites.search';
import { readUsersSearch } from './pages/users.search';
import { readWalletSearch } from './pages/wallet.search';
import { readWhySearch } from './pages/why.search';
import { readCreativesSearch } from './pages/creatives.search';
import { readPeerReceiptSearch } from './pages/peer-receipt.search';
import { readPaymentsSearch } from './pages/payments.search';
import { readSiteAdsSearch } from './pages/site-ads.search';
import { readFiguresSearch, readListSearch } from './statistics/search';
import {
  readAuditSearch,
  readPeerReceiptsSearch,
  readRefusedDomainsSearch,
  readReviewSearch,
  readTaxonomySearch,
} from './operator/search';
import { Loading } from './parts/loading';
import { loadCode } from './load-code';
import { queryClient } from './query-client';
import { Shell } from './shell';
import { readStepSearch } from './step-search';
import { loadLaterTexts } from './texts/texts';
import { viewerQuery } from './viewer';

const root = createRootRoute({
  component: Shell,
  errorComponent: CrashPage,
  notFoundComponent: NotFoundPage,
});

/** A page that has the first texts and styles alone. */
const firstPage = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => loadCode(load), name);

const page = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) =>
  firstPage(async () => {
    await Promise.all([loadLaterTexts(), import('./styles/later.css')]);
    return load();
  }, name);

/** Reads an address. The router keeps members that a reading leaves out, unless they are `undefined`. */
const strictly =
  <Search extends object>(read: (given: Readonly<Record<string, unknown>>) => Search) =>
  (given: Readonly<Record<string, unknown>>): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  });

/** Every page: a file of its own in `pages/`, loaded when somebody goes there, and a line. */
const routes = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async () => {
      const viewer = await queryClient.query({ ...viewerQuery, staleTime: 'static' });
      // oxlint-disable-next-line typescript/only-throw-error -- as the router has it
      throw redirect({ to: homeOf(viewer), replace: true });
    },
  }),
  createRoute({ getParentRoute: () => root, path: '/back', component: BackPage }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    validateSearch: strictly((search) => readListSearch('advertiser', search)),
    component: firstPage(() => import('./pages/dashboard'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns',
    validateSearch: strictly(readCampaignSearch),
    component: page(() => import('./pages/campaigns'), 'CampaignsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/new',
    validateSearch: strictly(readStepSearch),
    component: page(() => import('./pages/new-campaign'), 'NewCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$id',
    validateSearch: strictly((search) => readFiguresSearch('advertiser', search)),
    component: page(() => import('./pages/campaign'), 'CampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$id/edit',
    component: page(() => import('./pages/edit-campaign'), 'EditCampaignPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/campaigns/$id/why',
    validateSearch: strictly(readWhySearch),
    component: page(() => import('./pages/why'), 'WhyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/creatives',
    validateSearch: strictly(readCreativesSearch),
    component: page(() => import('./pages/creatives'), 'CreativesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sites',
    validateSearch: strictly(readSitesSearch),
    component: page(() => import('./pages/sites'), 'SitesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sites/new',
    validateSearch: strictly(readStepSearch),
    component: page(() => import('./pages/new-site'), 'NewSitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sites/$id',
    validateSearch: strictly((search) => readFiguresSearch('publisher', search)),
    component: page(() => import('./pages/site'), 'SitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sites/$id/edit',
    component: page(() => import('./pages/edit-site'), 'EditSitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/sites/$id/ads',
    validateSearch: strictly(readSiteAdsSearch),
    component: page(() => import('./pages/site-ads'), 'SiteAdsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/payments',
    validateSearch: strictly(readPaymentsSearch),
    component: page(() => import('./pages/payments'), 'PaymentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/wallet',
    validateSearch: strictly(readWalletSearch),
    component: page(() => import('./pages/wallet'), 'WalletPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/tokens',
    component: page(() => import('./pages/tokens'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    component: page(() => import('./pages/webhooks'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/applications',
    component: page(() => import('./pages/applications'), 'ApplicationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/settings',
    component: page(() => import('./pages/settings'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/activity',
    validateSearch: strictly(readAuditSearch),
    component: page(() => import('./pages/activity'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/overview',
    validateSearch: strictly((search) => readFiguresSearch('operator', search)),
    component: page(() => import('./pages/overview'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/users',
    validateSearch: strictly(readUsersSearch),
    component: page(() => import('./pages/users'), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/users/$id',
    component: page(() => import('./pages/user'), 'UserPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/creatives',
    validateSearch: strictly(readReviewSearch),
    component: page(() => import('./pages/review-creatives'), 'ReviewCreativesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/reports',
    validateSearch: strictly(readReviewSearch),
    component: page(() => import('./pages/reports'), 'ReportsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/sites',
    validateSearch: strictly(readReviewSearch),
    component: page(() => import('./pages/review-sites'), 'ReviewSitesPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/settlement',
    component: page(() => import('./pages/settlement'), 'SettlementPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/taxonomy',
    validateSearch: strictly(readTaxonomySearch),
    component: page(() => import('./pages/taxonomy'), 'TaxonomyPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/clients',
    component: page(() => import('./pages/clients'), 'ClientsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/peers',
    component: page(() => import('./pages/peers'), 'PeersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/peer-receipts',
    validateSearch: strictly(readPeerReceiptsSearch),
    component: page(() => import('./pages/peer-receipts'), 'PeerReceiptsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/peer-receipts/$id',
    validateSearch: strictly(readPeerReceiptSearch),
    component: page(() => import('./pages/peer-receipt'), 'PeerReceiptPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/refused-domains',
    validateSearch: strictly(readRefusedDomainsSearch),
    component: page(() => import('./pages/refused-domains'), 'RefusedDomainsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/health',
    component: page(() => import('./pages/health'), 'HealthPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/jobs',
    component: page(() => import('./pages/jobs'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/operator/audit',
    validateSearch: strictly(readAuditSearch),
    component: page(() => import('./pages/audit'), 'AuditPage'),
  }),
] as const;

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/panel',
  defaultPendingComponent: Loading,
  // In its place in the shell, which stays.
  defaultErrorComponent: CrashPage,
  // A page of another thing begins anew: nothing that was typed or chosen for one is given to the other.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
