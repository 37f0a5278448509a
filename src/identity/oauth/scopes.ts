import { keysOf } from '../../record';
import type { Role } from '../accounts/account';

interface ScopeDefinition {
  /** The scope in words, for a person who is asked to grant it. */
  readonly description: string;
  /** The account must have one of these for the scope to be of any use. */
  readonly roles: readonly Role[];
  /** An operator who acts for an account does not have it: what it allows outlasts the operator's visit. */
  readonly isOwnersAlone?: true;
}

/** Every scope of an access token (RFC 6749 section 3.3); a new one is a line here and is used in an `@Authorized`. */
export const scopes = {
  'campaign.read': { description: 'See your campaigns and creatives', roles: ['advertiser'] },
  'campaign.write': { description: 'Change your campaigns and creatives', roles: ['advertiser'] },
  'site.read': { description: 'See your sites and placements', roles: ['publisher'] },
  'site.write': { description: 'Change your sites and placements', roles: ['publisher'] },
  'statistics.read': {
    description: 'See your statistics',
    roles: ['advertiser', 'publisher', 'operator'],
  },
  'payment.read': {
    description: 'See your payments and bookings',
    roles: ['advertiser', 'publisher'],
  },
  'webhook.write': {
    description: 'Manage your webhooks',
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

/** A scope as people are told of it. */
export interface DescribedScope {
  readonly name: Scope;
  readonly description: string;
}

export function describeScopes(names: readonly Scope[]): readonly DescribedScope[] {
  return names.map((name) => ({ name, description: scopes[name].description }));
}
