import type { BucketAsk, IdsAsk, IdsRule, SelectionInput } from '../rule';
import { campaignId, creativeId } from '../terms';
import { CompiledLabels } from './compiled-labels';
import { LabelVerdicts } from './label-verdicts';
import {
  bucketRules,
  clauseLabelsRules,
  floorRules,
  idsRules,
  labelRules,
  numberRules,
} from './plan';
import { PresentFeatures } from './present-features';
import { Multipliers } from './multipliers';
import type { Bounds } from './profiles';
import type { Vocabulary } from './vocabulary';

/**
 * Up to so many creatives that a site accepts are looked up by id, instead of searched for. Saves 12 of 13 parts of such a
 * find at 200,000 creatives. (Bench `selection --sites closed`, P2-normal.)
 * To be deleted when sites cannot say any more what they accept.
 */
const fewIds = 256;

interface AskedIds extends IdsAsk {
  readonly idOf: IdsRule['terms'];
}

const noIds: readonly AskedIds[] = [];

/** The rules' asks for one placement, in the numbers of a vocabulary. Made once and compiled again for each. */
export class CompiledRequest {
  readonly features: PresentFeatures;
  readonly labels: CompiledLabels;
  readonly labelVerdicts: LabelVerdicts;
  /** About labels that are features of clauses. */
  readonly clauseLabels: CompiledLabels;
  readonly bounds: Bounds = new Float64Array(numberRules.length);
  buckets: readonly BucketAsk[] = [];
  leastBid = 0;
  /** Of modifiers of bids. */
  readonly multipliers: Multipliers;
  /** The asks of ids, but for those that the index keeps as bits. */
  ids: readonly AskedIds[] = noIds;
  /** The only creatives that can win, if they are few. */
  wanted: ReadonlySet<string> | null = null;

  constructor(vocabulary: Vocabulary) {
    this.features = new PresentFeatures(vocabulary.features);
    this.labels = new CompiledLabels(labelRules, vocabulary.labels.dictionary);
    this.labelVerdicts = new LabelVerdicts(vocabulary.labels.sets, this.labels);
    this.clauseLabels = new CompiledLabels(clauseLabelsRules, vocabulary.features);
    this.multipliers = new Multipliers(vocabulary.modifiers);
  }

  compile(input: SelectionInput): void {
    this.buckets = bucketRules.map(({ ask }) => ask(input));
    this.features.compile(input);
    this.clauseLabels.compile(input);
    this.labels.compile(input);
    this.labelVerdicts.forget();
    this.multipliers.compile(input.context);
    this.compileNumbers(input);
    this.compileIds(input);
  }

  private compileNumbers(input: SelectionInput): void {
    for (let column = 0; column < numberRules.length; column += 1) {
      const { kind, ask } = numberRules[column]!;
      const bound = ask(input);
      this.bounds[column] = bound === undefined ? -Infinity : kind === 'atMost' ? -bound : bound;
    }
    this.leastBid = 0;
    for (const { ask } of floorRules) this.leastBid = Math.max(this.leastBid, ask(input) ?? 0);
  }

  private compileIds(input: SelectionInput): void {
    this.ids = noIds;
    this.wanted = null;
    for (const { terms: idOf, ask } of idsRules) {
      const asked = ask(input);
      const { among, notAmong } = asked;
      if (!among && !notAmong) continue;
      // The index itself turned these into bits.
      const isKept = idOf === campaignId && notAmong === input.ineligibleCampaignIds && !among;
      if (isKept) continue;
      this.ids = [...this.ids, { ...asked, idOf }];
      if (idOf === creativeId && among && among.size <= fewIds) this.wanted = among;
    }
  }
}
