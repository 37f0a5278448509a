import { rpmIn } from '../selection/bid-modifiers';
import { findShared, findUnmet, valuesIn, withValues } from '../selection/clauses';
import { eligibility } from '../selection/eligibility';
import { isBefore } from '../selection/levels/level';
import { features } from '../selection/terms';
import type { Candidate, Imp, SelectionContext } from '../selection/types';
import { type FindOutcome, stages } from './outcome';

/** One placement of a find that was answered, and how. */
export interface ObservedFind {
  readonly placementId: string;
  readonly imp: Imp;
  readonly context: SelectionContext;
  /** Campaigns whose money of this hour is gone, or set aside. */
  readonly ineligibleCampaignIds: ReadonlySet<string>;
  /** Campaigns with too many offers that nobody has seen, and those that could not pay for one more. */
  readonly leftOut: ReadonlySet<string>;
  /** null: the placement stayed empty. */
  readonly winner: Pick<
    Candidate,
    'creativeId' | 'campaignId' | 'effectiveRpm' | 'modifiers' | 'ownSites'
  > | null;
}

/** Tells what became of creatives in one find, as the plain meaning of the rules says it. */
export class FindJudge {
  private readonly checks: readonly {
    readonly outcome: FindOutcome;
    readonly lets: (candidate: Candidate) => boolean;
  }[];

  constructor(private readonly find: ObservedFind) {
    const { imp, context, ineligibleCampaignIds } = find;
    const input = { imp, context, ineligibleCampaignIds };
    this.checks = stages.map(({ rule, outcome }) => ({ outcome, lets: eligibility(rule, input) }));
  }

  outcomeOf(candidate: Candidate): FindOutcome {
    const { winner, leftOut } = this.find;
    if (winner?.creativeId === candidate.creativeId) return 'won';
    for (const { outcome, lets } of this.checks) if (!lets(candidate)) return outcome;
    if (leftOut.has(candidate.campaignId)) return 'unseen';
    const isOfWinner = winner?.campaignId === candidate.campaignId;
    // Nobody is before a sponsorship, and it costs nothing: the find was in another's share, or in nobody's.
    if (candidate.ownSites?.priority === 'sponsorship' && !isOfWinner) return 'share_of_voice';
    // Nobody has won what this one might have: its money was on the way.
    if (winner === null) return 'budget';
    if (isBefore(winner, candidate)) return 'priority';
    if (candidate.rotation !== null && isOfWinner) return 'rotation';
    const { context } = this.find;
    return rpmIn(candidate, context) < rpmIn(winner, context) ? 'price' : 'lot';
  }

  /** The features that a campaign requires, or excludes, and because of which it was removed: `requires user:country`. */
  unmetBy({ requires, excludes }: Pick<Candidate, 'requires' | 'excludes'>): readonly string[] {
    const present = valuesIn(...features(this.find));
    const unmet: string[] = [];
    for (const clause of withValues(requires))
      if (findUnmet([clause], present)) unmet.push(`requires ${clause[0]}`);
    for (const clause of excludes)
      if (findShared([clause], present)) unmet.push(`excludes ${clause[0]}`);
    return unmet;
  }
}
