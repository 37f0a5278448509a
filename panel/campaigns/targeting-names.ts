import { useQuery } from '@tanstack/react-query';
import type { Feature } from './targeting';
import { mediumQuery, type TargetingItem } from './taxonomy';

/** Names of options and values of a targeting; what the API calls them where the taxonomy has them no more. */
export interface TargetingNames {
  readonly nameOption: (feature: Feature) => string;
  readonly nameValue: (feature: Feature, id: string) => string;
}

/** The names that the taxonomy has for a medium, or for the vendor in it. */
export function useTargetingNames(medium: string, vendor: string | null): TargetingNames {
  const { data } = useQuery(mediumQuery(medium, vendor));
  const find = ({ group, option }: Feature) =>
    data?.targeting[group].find(({ name }) => name === option);
  return {
    nameOption: (feature) => find(feature)?.label ?? feature.option,
    nameValue: (feature, id) => findLabel(find(feature)?.items ?? [], id) ?? id,
  };
}

function findLabel(items: readonly TargetingItem[], id: string): string | undefined {
  for (const item of items) {
    const label = item.id === id ? item.label : findLabel(item.values ?? [], id);
    if (label !== undefined) return label;
  }
  return undefined;
}
