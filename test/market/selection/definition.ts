import { eligibility } from '../../../src/market/selection/eligibility';
import {
  bidOf,
  drawByWeight,
  explorationCrew,
  explorationWeight,
  explorationWindow,
  highestBid,
  isExploring,
  isLittleKnown,
  ringDistance,
  ringPoint,
  seedOf,
  sharePoint,
  startPoint,
  tieDraw,
  tieWindow,
} from '../../../src/market/selection/ranking/rank';
import {
  campaignSeenFactor,
  creativeSeenFactor,
  type SeenCreative,
} from '../../../src/market/selection/ranking/recently-seen';
import type { Rule, SelectionInput } from '../../../src/market/selection/rule';
import { levelOf } from '../../../src/market/selection/levels/level';
import { mostSponsors } from '../../../src/market/selection/levels/sponsor';
import { rules } from '../../../src/market/selection/rules';
import { turnOf } from '../../../src/market/selection/rotation/rotation';
import type { Candidate, SelectionContext, Targeting } from '../../../src/market/selection/types';
import { plainlyScheduled } from './schedules';

const all: readonly Rule[] = Object.values(rules);
const bucketRules = all.filter(({ kind }) => kind === 'bucket');

/** The candidates that every one of the rules lets through. */
function passing(
  candidates: readonly Candidate[],
  input: SelectionInput,
  asked = all,
): readonly Candidate[] {
  const lets = asked.map((rule) =>
    rule === rules.schedule ? plainlyScheduled(input) : eligibility(rule, input),
  );
  return candidates.filter((candidate) => lets.every((isLet) => isLet(candidate)));
}

/** A question, and the candidates that may win. */
interface Find extends SelectionInput {
  readonly seed: number;
  /** The candidates that every one of the rules lets through. */
  readonly eligible: ReadonlySet<Candidate>;
}

/** Lists the creatives that the visitor saw, including those chosen for this very request already; newest first. */
function seenBy({ imp, context }: SelectionInput): readonly SeenCreative[] {
  return [...(imp.chosenBefore ?? []), ...context.recentlySeen.creatives];
}

function seenPenalty(candidate: Candidate, seen: readonly SeenCreative[]): number {
  const creative = seen.findIndex(({ creativeId }) => creativeId === candidate.creativeId);
  const campaign = seen.findIndex(({ campaignId }) => campaignId === candidate.campaignId);
  const ofCreative = creative < 0 ? 1 : creativeSeenFactor(creative);
  const ofCampaign = campaign < 0 ? 1 : campaignSeenFactor(campaign);
  return ofCreative * ofCampaign;
}

/** Clockwise from the seed's point; creatives on one point by id. */
function inRingOrder(candidates: readonly Candidate[], seed: number): readonly Candidate[] {
  const start = startPoint(seed);
  return candidates
    .map((candidate) => ({
      candidate,
      distance: ringDistance(start, ringPoint(candidate.creativeId)),
    }))
    .sort(
      (one, other) =>
        one.distance - other.distance ||
        (one.candidate.creativeId < other.candidate.creativeId ? -1 : 1),
    )
    .map(({ candidate }) => candidate);
}

/** USD per thousand impressions, as the modifiers of device, country and hour make it, each counted once. */
function plainRpm(
  { effectiveRpm, modifiers }: Candidate,
  { features, hoursOfWeek = new Map() }: SelectionContext,
): number {
  if (modifiers === null) return effectiveRpm;
  const { devices, countries, hours, timeZone } = modifiers;
  const partOf = (parts: ReadonlyMap<string, number>, asked: Targeting, key: string) =>
    (asked.get(key) ?? []).flatMap((value) => parts.get(value) ?? [])[0] ?? 100;
  const product =
    partOf(devices, features, 'device:type') *
    partOf(countries, features, 'user:country') *
    partOf(hours, hoursOfWeek, timeZone);
  const multiplier = Math.min(Math.max(product / 1_000_000, 0.1), 10);
  return Math.min(effectiveRpm * multiplier, 999.99);
}

const plainBid = (candidate: Candidate, context: SelectionContext): number =>
  candidate.ownSites !== null ? highestBid : bidOf(plainRpm(candidate, context));

function explore(candidates: readonly Candidate[], find: Find): Candidate | null {
  const { seed, eligible } = find;
  const littleKnown = passing(candidates.filter(isLittleKnown), find, bucketRules);
  const window = inRingOrder(littleKnown, seed).slice(0, explorationWindow);
  const crew = window.filter((each) => eligible.has(each)).slice(0, explorationCrew);
  const seen = seenBy(find);
  const weights = crew.map((each) => explorationWeight(each, seenPenalty(each, seen)));
  return crew[drawByWeight(seed, weights)] ?? null;
}

function selectByBid(candidates: readonly Candidate[], find: Find): Candidate | null {
  const { seed, eligible, context } = find;
  const seen = seenBy(find);
  const scored = candidates
    .filter((candidate) => eligible.has(candidate))
    .map((candidate) => ({
      candidate,
      score: plainBid(candidate, context) * seenPenalty(candidate, seen),
    }));
  const best = scored.reduce((highest, { score }) => Math.max(highest, score), 0);
  const equals = scored.filter(({ score }) => score === best).map(({ candidate }) => candidate);
  const [winner = null] = inRingOrder(equals, seed)
    .slice(0, tieWindow)
    .map((candidate) => ({ candidate, draw: tieDraw(seed, ringPoint(candidate.creativeId)) }))
    .sort((one, other) => one.draw - other.draw)
    .map(({ candidate }) => candidate);
  return winner;
}

/** The eligible sponsorships' creatives that compete: those of the campaign whose part of the line the seed's point is in. */
function sponsors(
  candidates: readonly Candidate[],
  { seed, eligible }: Find,
): readonly Candidate[] {
  const competing = candidates.filter((candidate) => eligible.has(candidate));
  const first = inRingOrder(competing, seed).slice(0, mostSponsors);
  const campaigns = [...Map.groupBy(first, ({ campaignId }) => campaignId).values()];
  const shares = campaigns.map((creatives) => creatives.at(-1)?.ownSites?.shareOfVoice ?? 0);
  const sumOf = (some: readonly number[]) => some.reduce((sum, share) => sum + share, 0);
  const point = sharePoint(seed) * Math.max(100, sumOf(shares));
  const drawn = campaigns.find((_creatives, at) => point < sumOf(shares.slice(0, at + 1)));
  return drawn ?? [];
}

/** A winner of the first level that has any; of all levels where one campaign has all placements of the page. */
function selectByLevel(candidates: readonly Candidate[], find: Find): Candidate | null {
  const [ofSponsors, standard, house] = (['sponsorship', 'standard', 'house'] as const).map(
    (level) => candidates.filter((candidate) => levelOf(candidate) === level),
  );
  const compete = (some: readonly Candidate[] = []) =>
    (isExploring(find.seed) ? explore(some, find) : null) ?? selectByBid(some, find);
  if (find.imp.onlyCreativeIds) return compete(candidates);
  return selectByBid(sponsors(ofSponsors ?? [], find), find) ?? compete(standard) ?? compete(house);
}

/** Of the eligible creatives of the winner's campaign the one whose turn is the highest number. */
function rotate({ seed, eligible }: Find, winner: Candidate): Candidate {
  const turns = [...eligible]
    .filter(({ campaignId }) => campaignId === winner.campaignId)
    .flatMap((candidate) =>
      candidate.rotation === null
        ? []
        : [
            {
              candidate,
              turn: turnOf(candidate.rotation, seed, ringPoint(candidate.creativeId)),
            },
          ],
    )
    .sort((one, other) => other.turn - one.turn);
  return winner.rotation === null ? winner : (turns[0]?.candidate ?? winner);
}

/**
 * Chooses the winner of a placement in the plainest code: `select` and its index are tested against it. The rules look
 * at every candidate; the highest bid times seen penalty wins, equals are drawn by the seed, and one in twenty seeds
 * tries a little known creative instead. Sponsorships come before, where the seed is in the share of one; house ads after all. Where the campaign's creatives take turns, the one whose turn it is.
 */
export function selectByDefinition(
  candidates: readonly Candidate[],
  input: SelectionInput,
): Candidate | null {
  const eligible = new Set(passing(candidates, input));
  const find = { ...input, seed: seedOf(input.context, input.imp), eligible };
  const winner = selectByLevel(candidates, find);
  return winner && rotate(find, winner);
}

/**
 * The least worth with which a winner of a bid would have been chosen, in the plainest code: `secondRpm` is tested against it. Rivals are the
 * creatives of other campaigns that bid, each bid times seen penalty. Where the winner's creatives take turns, the one seen least has competed.
 */
export function secondRpmByDefinition(
  candidates: readonly Candidate[],
  input: SelectionInput,
  winner: Candidate,
): { readonly rpm: number; readonly hasRival: boolean } {
  const { imp, context } = input;
  const seen = seenBy(input);
  const eligible = passing(candidates, input);
  const rivals = eligible
    .filter((one) => one.ownSites === null && one.campaignId !== winner.campaignId)
    .map((one) => plainBid(one, context) * seenPenalty(one, seen));
  const best = Math.max(0, ...rivals);
  const own = eligible.filter(
    ({ campaignId, rotation }) =>
      winner.rotation !== null && campaignId === winner.campaignId && rotation !== null,
  );
  const penalty = Math.max(...[winner, ...own].map((one) => seenPenalty(one, seen)));
  const least = best > 0 ? best / penalty : 0;
  const floor = imp.bidFloor ?? context.bidFloor ?? 0;
  return { rpm: Math.min(plainRpm(winner, context), Math.max(least, floor)), hasRival: best > 0 };
}
