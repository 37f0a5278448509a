import { t } from '../texts/texts';
import { targetingGroups } from './targeting';
import type { TargetingNames } from './targeting-names';

/** A part of a targeting, which the server names `requires user:country`, by the name of its option. */
export function featureName(feature: string, { nameOption }: TargetingNames): string {
  const [level = '', name = ''] = feature.split(' ');
  const [first = '', named = ''] = name.split(':');
  const group = targetingGroups.find((one) => one === first);
  const option = group === undefined ? name : nameOption({ group, option: named });
  return level === 'requires'
    ? t('campaigns.requireOption', { option })
    : t('campaigns.excludeOption', { option });
}
