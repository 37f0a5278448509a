import type { Language } from '../../language';
import { keysOf } from '../../record';
import type { Role } from '../accounts/account';

interface ScopeDefinition {
  /** The scope in words, for a person who is asked to grant it. */
  readonly descriptions: Readonly<Record<Language, string>>;
  /** The account must have one of these for the scope to be of any use. */
  readonly roles: readonly Role[];
  /** An operator who acts for an account does not have it: what it allows outlasts the operator's visit. */
  readonly isOwnersAlone?: true;
}

/** Every scope of an access token (RFC 6749 section 3.3); a new one is a line here and is used in an `@Authorized`. */
export const scopes = {
  'campaign.read': {
    descriptions: {
      en: 'See your campaigns and creatives',
      de: 'Ihre Kampagnen und Werbemittel sehen',
    },
    roles: ['advertiser'],
  },
  'campaign.write': {
    descriptions: {
      en: 'Change your campaigns and creatives',
      de: 'Ihre Kampagnen und Werbemittel ändern',
    },
    roles: ['advertiser'],
  },
  'site.read': {
    descriptions: {
      en: 'See your sites and placements',
      de: 'Ihre Websites und Werbeplätze sehen',
    },
    roles: ['publisher'],
  },
  'site.write': {
    descriptions: {
      en: 'Change your sites and placements',
      de: 'Ihre Websites und Werbeplätze ändern',
    },
    roles: ['publisher'],
  },
  'statistics.read': {
    descriptions: { en: 'See your statistics', de: 'Ihre Statistik sehen' },
    roles: ['advertiser', 'publisher', 'operator'],
  },
  'payment.read': {
    descriptions: {
      en: 'See your payments and bookings',
      de: 'Ihre Zahlungen und Buchungen sehen',
    },
    roles: ['advertiser', 'publisher'],
  },
  'webhook.write': {
    descriptions: { en: 'Manage your webhooks', de: 'Ihre Webhooks verwalten' },
    roles: ['advertiser', 'publisher'],
    isOwnersAlone: true,
  },
} as const satisfies Record<string, ScopeDefinition>;

export type Scope = keyof typeof scopes;

/** Says that no operator who acts for an account has a scope. */
export const isOwnersAlone = (scope: Scope): boolean => 'isOwnersAlone' in scopes[scope];

export const scopeNames = keysOf(scopes);

/** Says that a text names a scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text);
}

/** Says what a scope allows, to a person. */
export function describeScope(name: Scope, language: Language): string {
  return scopes[name].descriptions[language];
}
