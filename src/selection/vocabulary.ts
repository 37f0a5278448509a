import { clausesOf } from './filters';
import { FeatureDictionary } from './feature-dictionary';
import type { Candidate } from './types';

/**
 * The numbers that one generation of the index speaks in: features of targeting, keywords of creatives,
 * and the distinct sets of keywords, of which there are few.
 */
export class Vocabulary {
  readonly targeting = new FeatureDictionary();
  readonly keywords = new FeatureDictionary();
  /** Keyword numbers of each set. */
  readonly keywordSets: (readonly number[])[] = [];
  private readonly setsByText = new Map<string, number>();
  private readonly plainSets = new Map<string, Map<string, number>>();

  /** The number of the candidate's set of keywords: type, mime and what classifiers said. */
  keywordSet(candidate: Candidate): number {
    return candidate.keywords.size === 0
      ? this.plainKeywordSet(candidate)
      : this.classifiedKeywordSet(candidate);
  }

  private plainKeywordSet(candidate: Candidate): number {
    let byMime = this.plainSets.get(candidate.type);
    if (!byMime) this.plainSets.set(candidate.type, (byMime = new Map<string, number>()));
    let set = byMime.get(candidate.mime);
    if (set === undefined) byMime.set(candidate.mime, (set = this.addKeywordSet(candidate)));
    return set;
  }

  private classifiedKeywordSet(candidate: Candidate): number {
    const text = JSON.stringify([candidate.type, candidate.mime, ...candidate.keywords]);
    let set = this.setsByText.get(text);
    if (set === undefined) this.setsByText.set(text, (set = this.addKeywordSet(candidate)));
    return set;
  }

  private addKeywordSet({ type, mime, keywords }: Candidate): number {
    const numbers = [this.keywords.number('type', type), this.keywords.number('mime', mime)];
    for (const { key, values } of clausesOf(keywords)) {
      // A creative's type and mime are its own, whatever a classifier calls so.
      if (key === 'type' || key === 'mime') continue;
      for (const value of values) numbers.push(this.keywords.number(key, value));
    }
    return this.keywordSets.push(numbers) - 1;
  }
}
