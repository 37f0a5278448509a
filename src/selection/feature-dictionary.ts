/** One key, `site:category` say, with the numbers of its values. */
export interface Dimension {
  readonly id: number;
  readonly features: ReadonlyMap<string, number>;
}

/** Numbers every (key, value) that some candidate speaks of, and every key. Only grows. */
export class FeatureDictionary {
  private readonly byKey = new Map<string, { id: number; features: Map<string, number> }>();
  private readonly dimensionOfFeature: number[] = [];

  get featureCount(): number {
    return this.dimensionOfFeature.length;
  }

  get dimensionCount(): number {
    return this.byKey.size;
  }

  /** Undefined: no candidate speaks of it. */
  dimension(key: string): Dimension | undefined {
    return this.byKey.get(key);
  }

  /** Undefined: no candidate speaks of it. */
  find(key: string, value: string): number | undefined {
    return this.byKey.get(key)?.features.get(value);
  }

  /** The number of (key, value), given now if it had none. */
  number(key: string, value: string): number {
    let dimension = this.byKey.get(key);
    if (!dimension) {
      dimension = { id: this.byKey.size, features: new Map() };
      this.byKey.set(key, dimension);
    }
    let feature = dimension.features.get(value);
    if (feature === undefined) {
      feature = this.dimensionOfFeature.push(dimension.id) - 1;
      dimension.features.set(value, feature);
    }
    return feature;
  }

  dimensionOf(feature: number): number {
    return this.dimensionOfFeature[feature]!;
  }
}
