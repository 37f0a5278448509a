import type { Viewer } from './viewer';

type Role = Viewer['roles'][number];

interface Section {
  readonly title: string;
  /** Who sees it; null: everybody. */
  readonly role: Role | null;
  readonly pages: readonly { readonly to: string; readonly label: string }[];
}

const sections: readonly Section[] = [
  {
    title: 'Advertiser',
    role: 'advertiser',
    pages: [{ to: '/campaigns', label: 'Campaigns' }],
  },
  {
    title: 'Account',
    role: null,
    pages: [
      { to: '/tokens', label: 'Access tokens' },
      { to: '/applications', label: 'Applications' },
      { to: '/settings', label: 'Settings' },
    ],
  },
];

/** The pages that an account of these roles has use for. */
export function pagesOf(roles: readonly Role[]): readonly Section[] {
  return sections.filter(({ role }) => role === null || roles.includes(role));
}

/** Where an account of these roles begins. */
export function homeOf(roles: readonly Role[]): string {
  return pagesOf(roles)[0]?.pages[0]?.to ?? '/tokens';
}
