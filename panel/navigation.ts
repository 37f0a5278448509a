import type { Viewer } from './viewer';

type Role = Viewer['roles'][number];

interface Section {
  readonly title: string;
  /** Who sees it; null: everybody. */
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
    title: 'Advertiser',
    role: 'advertiser',
    pages: [
      { to: '/dashboard', label: 'Dashboard' },
      { to: '/campaigns', label: 'Campaigns' },
    ],
  },
  {
    title: 'Publisher',
    role: 'publisher',
    pages: [
      { to: '/sites', label: 'Sites' },
      { to: '/payments', label: 'Payments' },
    ],
  },
  {
    title: 'Operator',
    role: 'operator',
    pages: [
      { to: '/operator/users', label: 'Users' },
      { to: '/operator/creatives', label: 'Creatives' },
      { to: '/operator/reports', label: 'Reports' },
      { to: '/operator/sites', label: 'Sites' },
      { to: '/operator/settlement', label: 'Money' },
      { to: '/operator/clients', label: 'OAuth clients' },
      { to: '/operator/jobs', label: 'Jobs' },
      { to: '/operator/audit', label: 'Audit log' },
    ],
  },
  {
    title: 'Account',
    role: null,
    pages: [
      { to: '/wallet', label: 'Wallet' },
      { to: '/tokens', label: 'Access tokens', isOwners: true },
      { to: '/applications', label: 'Applications', isOwners: true },
      { to: '/activity', label: 'Activity', isOwners: true },
      { to: '/settings', label: 'Settings', isOwners: true },
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
