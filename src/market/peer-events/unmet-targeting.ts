import type { Campaign } from '../../demand/campaigns/campaign.resource';
import { flattenTargeting, type Taxonomy } from '../../demand/taxonomy/taxonomy';
import type { Unmet } from '../events/peer-case';
import { findShared, findUnmet, valuesIn } from '../selection/clauses';
import type { Targeting } from '../selection/types';

/** Features that are seen of a visitor, or told of the host: another server looks at the rest. */
const judged = [
  ...['site:domain', 'user:country', 'user:language'],
  ...['device:type', 'device:os', 'device:browser'],
];

/**
 * Judges a campaign's targeting as selection does, by those features alone that are known of other servers' visitors.
 *
 * @returns why the campaign is not for the visitor; null: it is.
 */
export function unmetTargeting(
  taxonomy: Taxonomy,
  campaign: Campaign,
  features: Targeting,
): Unmet | null {
  const { requires, excludes } = flattenTargeting(taxonomy, campaign);
  const present = valuesIn(features);
  if (findUnmet(judgedOf(requires), present)) return 'requirementNotMet';
  return findShared(judgedOf(excludes), present) ? 'exclusionMet' : null;
}

const judgedOf = (features: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(features).filter(([name, values]) => judged.includes(name) && values.length > 0);
