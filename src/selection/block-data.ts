import { blockSize, type Postings, PostingsBuilder } from './postings';
import type { BlockFlights, SegmentData } from './segment';
import type { TargetingCodes } from './targeting-codes';
import type { Vocabulary } from './vocabulary';

/** What is known of blocks of candidates: who requires, excludes and is what, and when they run. */
interface BlockData {
  readonly dimensions: Postings;
  readonly requiredDimensions: readonly number[];
  readonly requires: Postings;
  readonly excludes: Postings;
  readonly keywords: Postings;
  readonly flights: BlockFlights;
}

/** Makes the sets of each block of a segment. In slices, one block for each `next()`. */
export function* blockDataOf(
  { profiles, keywordSets }: Pick<SegmentData, 'profiles' | 'keywordSets'>,
  targeting: TargetingCodes,
  vocabulary: Vocabulary,
): Generator<undefined, BlockData> {
  const keywords = new PostingsBuilder(vocabulary.keywords.featureCount);
  const features = new FeaturePostings(vocabulary);
  const flights = emptyFlights(Math.ceil(profiles.length / blockSize));
  for (let place = 0; place < profiles.length; place += 1) {
    const position = place % blockSize;
    features.begin(position);
    targeting.forEach(profiles[place]!, features);
    for (const keyword of vocabulary.keywordSets[keywordSets[place]!]!) {
      keywords.add(keyword, position);
    }
    widen(flights, Math.floor(place / blockSize), targeting, profiles[place]!);
    if (position < blockSize - 1 && place < profiles.length - 1) continue;
    features.endBlock();
    keywords.endBlock();
    yield;
  }
  return { ...(yield* features.finish()), keywords: yield* keywords.finish(), flights };
}

/** Notes the features that candidates require and exclude. */
class FeaturePostings {
  private readonly dimensions: PostingsBuilder;
  private readonly requires: PostingsBuilder;
  private readonly excludes: PostingsBuilder;
  private position = 0;
  private lastDimension = -1;

  constructor(private readonly vocabulary: Vocabulary) {
    const { featureCount, dimensionCount } = vocabulary.targeting;
    this.dimensions = new PostingsBuilder(dimensionCount);
    this.requires = new PostingsBuilder(featureCount);
    this.excludes = new PostingsBuilder(featureCount);
  }

  /** Begins the candidate at this position of the block. */
  begin(position: number): void {
    this.position = position;
    this.lastDimension = -1;
  }

  required(feature: number): void {
    this.requires.add(feature, this.position);
    const dimension = this.vocabulary.targeting.dimensionOf(feature);
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

function emptyFlights(blockCount: number): BlockFlights {
  return {
    firstStart: new Float64Array(blockCount).fill(Infinity),
    lastEnd: new Float64Array(blockCount).fill(-Infinity),
  };
}

function widen(
  { firstStart, lastEnd }: BlockFlights,
  block: number,
  targeting: TargetingCodes,
  profile: number,
): void {
  firstStart[block] = Math.min(firstStart[block]!, targeting.startsAt(profile));
  lastEnd[block] = Math.max(lastEnd[block]!, targeting.endsAt(profile));
}
