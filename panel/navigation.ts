import type { Viewer } from './viewer';
import { t } from './texts/texts';

type Role = Viewer['roles'][number];

interface Section {
  readonly title: string;
  /** The role that sees the link; null: everybody sees it. */
  readonly role: Role | null;
  readonly pages: readonly {
    readonly to: string;
    readonly label: string;
    /** Not for an operator who acts for the account. */
    readonly isOwners?: true;
  }[];
}

const sections: readonly Section[] = [
  {
    title: t('shell.advertiser'),
    role: 'advertiser',
    pages: [
      { to: '/dashboard', label: t('shell.dashboard') },
      { to: '/campaigns', label: t('shell.campaigns') },
      { to: '/creatives', label: t('shell.ads') },
    ],
  },
  {
    title: t('shell.publisher'),
    role: 'publisher',
    pages: [
      { to: '/sites', label: t('shell.sites') },
      { to: '/payments', label: t('shell.payments') },
    ],
  },
  {
    title: t('shell.operator'),
    role: 'operator',
    pages: [
      { to: '/operator/overview', label: t('shell.overview') },
      { to: '/operator/users', label: t('shell.users') },
      { to: '/operator/creatives', label: t('shell.creatives') },
      { to: '/operator/reports', label: t('shell.reports') },
      { to: '/operator/sites', label: t('shell.sites') },
      { to: '/operator/refused-domains', label: t('shell.refusedDomains') },
      { to: '/operator/settlement', label: t('shell.money') },
      { to: '/operator/taxonomy', label: t('shell.taxonomy') },
      { to: '/operator/peers', label: t('shell.otherServers') },
      { to: '/operator/peer-receipts', label: t('shell.receipts') },
      { to: '/operator/clients', label: t('shell.oauthClients') },
      { to: '/operator/health', label: t('shell.health') },
      { to: '/operator/jobs', label: t('shell.jobs') },
      { to: '/operator/audit', label: t('shell.auditLog') },
    ],
  },
  {
    title: t('shell.account'),
    role: null,
    pages: [
      { to: '/wallet', label: t('shell.wallet') },
      { to: '/tokens', label: t('shell.accessTokens'), isOwners: true },
      { to: '/webhooks', label: t('shell.webhooks'), isOwners: true },
      { to: '/applications', label: t('shell.applications'), isOwners: true },
      { to: '/activity', label: t('shell.activity'), isOwners: true },
      { to: '/settings', label: t('shell.settings'), isOwners: true },
    ],
  },
];

/** The pages that an account has use for. */
export function pagesOf({ roles, acting }: Pick<Viewer, 'roles' | 'acting'>): readonly Section[] {
  return sections
    .filter(({ role }) => role === null || roles.includes(role))
    .map((section) => ({
      ...section,
      pages: section.pages.filter(({ isOwners }) => acting === null || isOwners !== true),
    }));
}

/** Where an account begins. */
export function homeOf(viewer: Viewer): string {
  return pagesOf(viewer)[0]?.pages[0]?.to ?? '/wallet';
}
