/** The thing that has a feature. */
export type TargetingGroup = 'user' | 'site' | 'device';
export const targetingGroups: readonly TargetingGroup[] = ['user', 'site', 'device'];

/** Option to the values selected of it. */
type Features = Readonly<Record<string, readonly string[]>>;
type Groups = Readonly<Partial<Record<TargetingGroup, Features>>>;

export type TargetingLevel = 'requires' | 'excludes';

/** Features that a request must have, and must not have. */
export type Targeting = Readonly<Record<TargetingLevel, Groups>>;

export const noTargeting: Targeting = { requires: {}, excludes: {} };

/** Where a value of the taxonomy is. */
export interface Feature {
  readonly group: TargetingGroup;
  readonly option: string;
}

export function valuesOf(
  targeting: Targeting,
  level: TargetingLevel,
  { group, option }: Feature,
): readonly string[] {
  return targeting[level][group]?.[option] ?? [];
}

/** Lists the options that have values at a level, and these. */
export const listFeatures = (
  targeting: Targeting,
  level: TargetingLevel,
): readonly (readonly [Feature, readonly string[]])[] =>
  targetingGroups.flatMap((group) =>
    Object.entries(targeting[level][group] ?? {}).map(
      ([option, values]) => [{ group, option }, values] as const,
    ),
  );

/** The targeting with other values of an option; without any it is left out. */
export function withValues(
  targeting: Targeting,
  level: TargetingLevel,
  { group, option }: Feature,
  values: readonly string[],
): Targeting {
  const { [option]: _former, ...others } = targeting[level][group] ?? {};
  const features = values.length > 0 ? { ...others, [option]: values } : others;
  const { [group]: _all, ...groups } = targeting[level];
  return {
    ...targeting,
    [level]: Object.keys(features).length > 0 ? { ...groups, [group]: features } : groups,
  };
}

/** The targeting with a value at one level or, by null, at none: nothing is required and excluded at once. */
export function withLevel(
  targeting: Targeting,
  feature: Feature,
  value: string,
  level: TargetingLevel | null,
): Targeting {
  let changed = targeting;
  for (const one of ['requires', 'excludes'] as const) {
    const others = valuesOf(changed, one, feature).filter((other) => other !== value);
    changed = withValues(changed, one, feature, one === level ? [...others, value] : others);
  }
  return changed;
}

/** Reads the stored targeting. It may be written without levels, which means `requires`. */
export function readTargeting(stored: unknown): Targeting {
  if (typeof stored !== 'object' || stored === null) return noTargeting;
  // The server answers what it has checked.
  if ('requires' in stored || 'excludes' in stored)
    return { ...noTargeting, ...(stored as Partial<Targeting>) };
  return { requires: stored, excludes: {} };
}
