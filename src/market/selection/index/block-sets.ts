import { numberRules } from './plan';
import { blockSize } from './postings';
import { PostingsBuilder } from './postings-builder';
import type { Profiles } from './profiles';
import type { SegmentData } from './segment';
import type { Vocabulary } from './vocabulary';

const columns = numberRules.length;

type BlockSets = Pick<
  SegmentData,
  'dimensions' | 'requiredDimensions' | 'requires' | 'excludes' | 'labels' | 'highs'
>;

/** Makes the sets of each block of a segment. In slices, one block for each `next()`. */
export function* blockSetsOf(
  { profileOf, labelSets }: Pick<SegmentData, 'profileOf' | 'labelSets'>,
  profiles: Profiles,
  vocabulary: Vocabulary,
): Generator<undefined, BlockSets> {
  const labels = new PostingsBuilder(vocabulary.labels.dictionary.codeCount);
  const features = new FeaturePostings(vocabulary);
  const highs = new Float64Array(Math.ceil(profileOf.length / blockSize) * columns).fill(-Infinity);
  for (let place = 0; place < profileOf.length; place += 1) {
    const position = place % blockSize;
    const profile = profileOf[place]!;
    features.begin(position);
    profiles.forEach(profile, features);
    for (const label of vocabulary.labels.sets[labelSets[place]!]!) labels.add(label, position);
    const first = Math.floor(place / blockSize) * columns;
    for (let column = 0; column < columns; column += 1) {
      const high = Math.max(highs[first + column]!, profiles.number(profile, column));
      highs[first + column] = high;
    }
    if (position < blockSize - 1 && place < profileOf.length - 1) continue;
    features.endBlock();
    labels.endBlock();
    yield;
  }
  return { ...(yield* features.finish()), labels: yield* labels.finish(), highs };
}

/** Notes the features that candidates require and exclude. */
class FeaturePostings {
  private readonly dimensions: PostingsBuilder;
  private readonly requires: PostingsBuilder;
  private readonly excludes: PostingsBuilder;
  private position = 0;
  private lastDimension = -1;

  constructor(private readonly vocabulary: Vocabulary) {
    const { codeCount, dimensionCount } = vocabulary.features;
    this.dimensions = new PostingsBuilder(dimensionCount);
    this.requires = new PostingsBuilder(codeCount);
    this.excludes = new PostingsBuilder(codeCount);
  }

  /** Begins the candidate at this position of the block. */
  begin(position: number): void {
    this.position = position;
    this.lastDimension = -1;
  }

  required(feature: number): void {
    this.requires.add(feature, this.position);
    const dimension = this.vocabulary.features.dimensionOf(feature);
    if (dimension !== this.lastDimension) this.dimensions.add(dimension, this.position);
    this.lastDimension = dimension;
  }

  excluded(feature: number): void {
    this.excludes.add(feature, this.position);
  }

  endBlock(): void {
    for (const builder of [this.dimensions, this.requires, this.excludes]) builder.endBlock();
  }

  *finish() {
    return {
      requiredDimensions: byFrequency(this.dimensions.counts),
      dimensions: yield* this.dimensions.finish(),
      requires: yield* this.requires.finish(),
      excludes: yield* this.excludes.finish(),
    };
  }
}

/** The numbers whose counts are above 0, highest count first. */
function byFrequency(counts: Uint32Array<ArrayBuffer>): readonly number[] {
  return [...counts.keys()]
    .filter((number) => counts[number]! > 0)
    .sort((one, other) => counts[other]! - counts[one]!);
}
