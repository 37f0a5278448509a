import type { ClassificationContext } from './classification.context';
import type { Creative } from '../creatives/creative.resource';
import { rejectCreative } from '../creatives/creative-review.service';
import { invalid, notFound } from '../../errors';
import { normaliseId, requireId } from '../../id';
import { oneByOne } from '../../turns';
import {
  type CampaignClassification,
  type Classification,
  type ClassificationKeywords,
  type ClassificationStatus,
  classificationStatuses,
} from './classification';
import { classifiedKeyword } from './classification-rules';
import { type ClassifierKey } from '../../classifier';
import { isSignedByClassifier, signedText } from './classifier';
import { assertPresent } from '../../present';

/** How far the clock of a classifier may be off, in seconds. */
const maxSkewSeconds = 300;
/** Results that one call may bring. */
const maxResults = 100;

/**
 * Says something of a creative in the name of a classifier. Publishers' filters see it within 2 seconds on every process; a
 * `failure` rejects the creative.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function setClassification(
  ctx: ClassificationContext,
  params: {
    /** 32 hex, dashed or not. */
    readonly id: string;
    readonly classifier: string;
    readonly status: ClassificationStatus;
    readonly keywords: ClassificationKeywords;
  },
): Promise<void> {
  const { classifier, status, keywords } = params;
  const creative = await ctx.creatives.findById(requireId('creative', params.id));
  if (!creative) throw notFound('creative', params.id);
  await apply(ctx, creative, { classifier, status, keywords, decidedAt: ctx.now() });
}

export interface ClassificationResult {
  /** 32 hex, dashed or not. */
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly status: ClassificationStatus;
  readonly keywords: ClassificationKeywords;
  /** Base64url, over `signedText`. */
  readonly signature: string;
}

/**
 * Takes results from a classifier. Every one is signed by itself, for its creative and the bytes of it, and counts once: a
 * repeated or older one is ignored, unless the first time was cut off half done. All are looked at before one counts.
 *
 * @throws {AppError} `NOT_FOUND` for a classifier that the settings do not name; `VALIDATION_FAILED` naming every result
 * of an unknown creative, of another time, or signed by somebody else.
 */
export async function recordClassifications(
  ctx: ClassificationContext,
  params: { readonly classifier: string; readonly results: readonly ClassificationResult[] },
): Promise<{ readonly accepted: number; readonly ignored: number }> {
  const { classifier, results } = params;
  const key = ctx.config.classifiers.get(classifier);
  if (!key) throw notFound('classifier', classifier);
  if (results.length < 1 || results.length > maxResults)
    throw invalid({ results: [`must be 1 to ${maxResults} results`] });
  const found = await ctx.creatives.listByIds(results.map(({ id }) => normaliseId(id)));
  const creatives = new Map(found.map((creative) => [creative.id, creative]));
  const details: Record<string, readonly string[]> = {};
  for (const [at, result] of results.entries()) {
    const problem = problemOfResult(ctx, { classifier, key, result, creatives });
    if (problem) details[`results.${at}.${problem[0]}`] = [problem[1]];
  }
  if (Object.keys(details).length > 0) throw invalid(details);
  let accepted = 0;
  for (const { id, timestamp, status, keywords } of results) {
    const decidedAt = new Date(timestamp * 1000);
    const decision = { classifier, status, keywords, decidedAt };
    const creative = assertPresent(
      creatives.get(normaliseId(id)),
      'a result without a problem names a creative that is there',
    );
    if (await apply(ctx, creative, decision)) accepted += 1;
  }
  return { accepted, ignored: results.length - accepted };
}

/**
 * Tells what is wrong, by the member at fault; null: nothing. A stranger cannot tell unknown creatives from known
 * creatives: both fail to be signed.
 */
function problemOfResult(
  ctx: ClassificationContext,
  params: {
    readonly classifier: string;
    readonly key: ClassifierKey;
    readonly result: ClassificationResult;
    readonly creatives: ReadonlyMap<string, Creative>;
  },
): readonly [member: string, problem: string] | null {
  const { classifier, key, result, creatives } = params;
  const { timestamp, signature } = result;
  if (Math.abs(ctx.now().getTime() / 1000 - timestamp) > maxSkewSeconds)
    return ['timestamp', `must be within ${maxSkewSeconds} seconds of now`];
  const creativeId = normaliseId(result.id);
  const hash = creatives.get(creativeId)?.hash ?? '';
  const isSigned = isSignedByClassifier(
    key,
    signedText(classifier, { ...result, creativeId, hash }),
    signature,
  );
  return isSigned && hash !== '' ? null : ['signature', 'is not of this classifier and creative'];
}

type Decision = Pick<Classification, 'classifier' | 'status' | 'keywords' | 'decidedAt'>;

/** Returns whether it was news. */
function apply(
  ctx: ClassificationContext,
  creative: Creative,
  decision: Decision,
): Promise<boolean> {
  return oneByOne(`classifications ${creative.id}`, () => applyNow(ctx, creative, decision));
}

async function applyNow(
  ctx: ClassificationContext,
  creative: Creative,
  decision: Decision,
): Promise<boolean> {
  const { id, campaignId } = creative;
  const { classifier, status, keywords } = decision;
  const classification = { creativeId: id, campaignId, ...decision };
  if (!(await ctx.classifications.put(classification))) return false;
  const found = status === 'success' ? { ...keywords, [classifiedKeyword]: ['1'] } : {};
  await ctx.creatives.setKeywords(id, classifier, found);
  if (status === 'failure')
    await rejectCreative(ctx, { id, reason: `refused by the classifier ${classifier}` });
  else await ctx.onDemandChanged({ campaignIds: [], creativeIds: [id] });
  await ctx.classifications.markApplied(classification);
  return true;
}

/**
 * Sums up the classifications of campaigns: for each campaign one entry for every classifier that the settings name or
 * that has classified a creative. A creative that a classifier has not classified is `new` to it. Two queries, whatever
 * the number of campaigns.
 * @returns by the campaign's id; of a campaign without creatives or classifiers, no entry.
 */
export async function listClassifications(
  ctx: ClassificationContext,
  campaignIds: readonly string[],
): Promise<ReadonlyMap<string, readonly CampaignClassification[]>> {
  const [creatives, found] = await Promise.all([
    ctx.creatives.listIdsByCampaigns(campaignIds),
    ctx.classifications.listByCampaigns(campaignIds),
  ]);
  const byCampaign = Map.groupBy(found, ({ campaignId }) => campaignId);
  const merged = new Map<string, readonly CampaignClassification[]>();
  for (const [campaignId, ids] of creatives) {
    const said = (byCampaign.get(campaignId) ?? []).filter((one) => ids.has(one.creativeId));
    const byClassifier = Map.groupBy(said, ({ classifier }) => classifier);
    const names = new Set([...ctx.config.classifiers.keys(), ...byClassifier.keys()]);
    if (names.size === 0) continue;
    merged.set(
      campaignId,
      [...names].sort().map((name) => merge(name, byClassifier.get(name) ?? [], ids.size)),
    );
  }
  return merged;
}

function merge(
  classifier: string,
  said: readonly Classification[],
  creativeCount: number,
): CampaignClassification {
  const ranks = said.map(({ status }) => classificationStatuses.indexOf(status));
  if (said.length < creativeCount) ranks.push(0);
  const keywords = new Map<string, Set<string>>();
  for (const one of said)
    for (const [name, values] of Object.entries(one.keywords)) {
      const known = keywords.get(name) ?? new Set();
      for (const value of values) known.add(value);
      keywords.set(name, known);
    }
  const sorted = [...keywords]
    .map(([name, values]) => [name, [...values].sort()] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    classifier,
    status: classificationStatuses[Math.min(...ranks)] ?? 'new',
    keywords: JSON.stringify(Object.fromEntries(sorted)),
  };
}
