import { t } from '../texts/texts';

/** A part of a targeting, as the server names it: `requires user:country`. */
export function featureName(feature: string): string {
  const [level = '', name = ''] = feature.split(' ');
  return level === 'requires'
    ? t('campaigns.requireOption', { option: name })
    : t('campaigns.excludeOption', { option: name });
}
