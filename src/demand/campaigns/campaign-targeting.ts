import { hasTargetingLevels, type TargetingFeatureGroups, toTargeting } from '../taxonomy/taxonomy';
import type { Campaign } from './campaign.resource';

/** A campaign's targeting in the notation in which it was written, without groups that have no features. */
export function formatTargeting({
  targeting,
  hasTargetingLevels: hasLevels,
}: Pick<Campaign, 'targeting' | 'hasTargetingLevels'>): unknown {
  const format = (groups: TargetingFeatureGroups) =>
    Object.fromEntries(
      Object.entries(groups).filter(([, features]) => Object.keys(features).length > 0),
    );
  const requires = format(targeting.requires);
  return hasLevels ? { requires, excludes: format(targeting.excludes) } : requires;
}

/** Makes the stored form of a checked targeting, in either notation. An absent targeting is written with levels. */
export function toStoredTargeting(
  targeting: unknown,
): Pick<Campaign, 'targeting' | 'hasTargetingLevels'> {
  const isSilent = targeting == null || Array.isArray(targeting);
  return {
    targeting: toTargeting(targeting),
    hasTargetingLevels: isSilent || hasTargetingLevels(targeting),
  };
}
