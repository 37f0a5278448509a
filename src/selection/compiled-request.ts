import { requiredKeywords, type Clause, clausesOf } from './filters';
import { empty } from './empty';
import type { FeatureDictionary } from './feature-dictionary';
import { hashText } from './hash';
import { bidOf, ringPoint, seedOf, seenPenalty, startPoint } from './rank';
import type { Candidate, Imp, SeenCreative, SelectionContext, Targeting } from './types';
import type { Vocabulary } from './vocabulary';

const noClauses: readonly never[] = [];
/** Hashes of what was seen are told apart in so many ways. */
const seenMask = 0xfff;

/** A clause on keywords by their numbers; any one is enough. */
type KeywordClause = readonly number[];

/**
 * One placement of one request in the numbers of a vocabulary. Made once and compiled again for each
 * request, so that the hot path allocates next to nothing; the context's part is kept while the caller
 * hands over the same object.
 */
export class CompiledRequest {
  now = 0;
  seed = 0;
  /** Where on the ring the seed begins to look. */
  start = 0;
  minimumBid = 0;
  blocked: ReadonlySet<string> | undefined;
  accepted: ReadonlySet<string> | undefined;
  /** Features that page and visitor have are marked with `stamp`. */
  stamps: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  stamp = 0;
  /** The features that page and visitor have. */
  readonly present: number[] = [];
  /** The same by dimension. */
  readonly presentByDimension: number[][] = [];
  /** The feature that direct deals require; -1: nobody requires it; undefined: not asked. */
  directDeal: number | undefined;
  /** The publisher's and the placement's clauses on creatives. */
  keywordClauses: readonly KeywordClause[] = [];
  keywordExcludes: KeywordClause = [];
  /** Whether keywords are asked about at all. */
  hasKeywordRules = false;

  private context: SelectionContext | null = null;
  private contextClauses: readonly KeywordClause[] = [];
  private featureCount = -1;
  /** How many of `present` are the context's; behind them stand the placement's own. */
  private contextFeatureCount = 0;
  private keywordCount = -1;
  private chosenBefore: readonly SeenCreative[] = [];
  private recentlySeen: readonly SeenCreative[] = [];
  /** `seenStamp` where something seen has its hash; what an earlier placement chose may linger. */
  private readonly seenMarks = new Float64Array(seenMask + 1);
  private seenStamp = 0;
  /** By keyword set: `verdictStamp * 2` plus whether it passes; other values are of earlier requests. */
  private verdicts: Float64Array<ArrayBuffer> = new Float64Array(0);
  private verdictStamp = 0;

  constructor(private readonly vocabulary: Vocabulary) {}

  compile(imp: Imp, context: SelectionContext): void {
    const { targeting, keywords } = this.vocabulary;
    const isKnown =
      this.context === context &&
      this.featureCount === targeting.featureCount &&
      this.keywordCount === keywords.featureCount;
    // Before the context may be stamped anew: it counts what stands behind the last one's.
    this.unstampImp();
    if (!isKnown) this.compileContext(context);
    this.compileImp(imp, context);
  }

  /** Whether a set of keywords passes the publisher's filter, and the placement's types and mimes. */
  passesKeywords(keywordSet: number): boolean {
    const verdict = this.verdicts[keywordSet]!;
    if (verdict >= this.verdictStamp * 2) return verdict > this.verdictStamp * 2;
    const keywords = this.vocabulary.keywordSets[keywordSet]!;
    const passes =
      this.keywordClauses.every((clause) => clause.some((keyword) => keywords.includes(keyword))) &&
      !this.keywordExcludes.some((keyword) => keywords.includes(keyword));
    this.verdicts[keywordSet] = this.verdictStamp * 2 + Number(passes);
    return passes;
  }

  /**
   * Whether the visitor may have seen creative or campaign lately, told from their hashes alone: false is
   * certain, true is to be asked of `penaltyOf`.
   */
  mayBeSeen(point: number, campaignHash: number): boolean {
    return (
      this.seenMarks[point & seenMask] === this.seenStamp ||
      this.seenMarks[campaignHash & seenMask] === this.seenStamp
    );
  }

  /** Factor on the bid for what this visitor saw lately. */
  penaltyOf(candidate: Candidate): number {
    return seenPenalty(candidate, [...this.chosenBefore, ...this.recentlySeen]);
  }

  private compileContext(context: SelectionContext): void {
    const { targeting, keywords } = this.vocabulary;
    this.context = context;
    this.featureCount = targeting.featureCount;
    this.keywordCount = keywords.featureCount;
    this.now = context.now;
    this.blocked = context.blockedCreativeIds;
    this.accepted = context.acceptedCreativeIds;
    this.stampFeatures(context, targeting);
    const domain = context.onlyDirectDealsWith;
    this.directDeal =
      domain === undefined ? undefined : (targeting.find('site:domain', domain) ?? -1);
    this.compileFilter(context, keywords);
    this.recentlySeen = context.recentlySeen;
    this.seenStamp += 1;
    this.markSeen(context.recentlySeen);
  }

  private compileFilter(context: SelectionContext, keywords: FeatureDictionary): void {
    const { requires, excludes } = context.publisherFilter;
    this.contextClauses = noClauses;
    this.keywordExcludes = noClauses;
    if (requires.size === 0 && excludes.size === 0) return;
    this.contextClauses = requiredKeywords(context).map((clause) => numbersOf(keywords, clause));
    this.keywordExcludes = clausesOf(excludes).flatMap((clause) => numbersOf(keywords, clause));
  }

  private markSeen(seen: readonly SeenCreative[]): void {
    for (const { creativeId, campaignId } of seen) {
      this.seenMarks[ringPoint(creativeId) & seenMask] = this.seenStamp;
      this.seenMarks[hashText(campaignId) & seenMask] = this.seenStamp;
    }
  }

  private stampFeatures(context: SelectionContext, dictionary: FeatureDictionary): void {
    if (this.stamps.length < dictionary.featureCount) {
      this.stamps = new Uint32Array(dictionary.featureCount * 2);
      this.stamp = 0;
    }
    this.stamp = (this.stamp + 1) >>> 0;
    if (this.stamp === 0) {
      this.stamps.fill(0);
      this.stamp = 1;
    }
    empty(this.present);
    for (const features of this.presentByDimension) empty(features);
    while (this.presentByDimension.length < dictionary.dimensionCount) {
      this.presentByDimension.push([]);
    }
    this.stampAll(context.features, dictionary);
    this.contextFeatureCount = this.present.length;
  }

  private stampAll(features: Targeting, dictionary: FeatureDictionary): void {
    for (const [key, values] of features) {
      const dimension = dictionary.dimension(key);
      if (!dimension) continue;
      for (const value of values) {
        const feature = dimension.features.get(value);
        if (feature === undefined || this.stamps[feature] === this.stamp) continue;
        this.stamps[feature] = this.stamp;
        this.present.push(feature);
        this.presentByDimension[dimension.id]!.push(feature);
      }
    }
  }

  /** Takes back the features of the placement before: they were stamped last. */
  private unstampImp(): void {
    while (this.present.length > this.contextFeatureCount) {
      const feature = this.present.pop()!;
      this.stamps[feature] = 0;
      this.presentByDimension[this.vocabulary.targeting.dimensionOf(feature)]!.pop();
    }
  }

  private compileImp(imp: Imp, context: SelectionContext): void {
    this.seed = seedOf(context, imp);
    this.start = startPoint(this.seed);
    this.minimumBid = imp.minimumRpm === undefined ? 0 : bidOf(imp.minimumRpm);
    this.chosenBefore = imp.chosenBefore ?? [];
    this.markSeen(this.chosenBefore);
    const { keywords, keywordSets, targeting } = this.vocabulary;
    if (imp.features) this.stampAll(imp.features, targeting);
    this.keywordClauses = this.contextClauses;
    if (imp.types) this.addClause(numbersOf(keywords, { key: 'type', values: imp.types }));
    if (imp.mimes) this.addClause(numbersOf(keywords, { key: 'mime', values: imp.mimes }));
    this.hasKeywordRules = this.keywordClauses.length > 0 || this.keywordExcludes.length > 0;
    this.verdictStamp += 1;
    if (this.verdicts.length < keywordSets.length) {
      this.verdicts = new Float64Array(keywordSets.length * 2);
    }
  }

  private addClause(clause: KeywordClause): void {
    this.keywordClauses = [...this.keywordClauses, clause];
  }
}

function numbersOf(keywords: FeatureDictionary, { key, values }: Clause): KeywordClause {
  const numbers: number[] = [];
  for (const value of values) {
    const keyword = keywords.find(key, value);
    if (keyword !== undefined) numbers.push(keyword);
  }
  return numbers;
}
