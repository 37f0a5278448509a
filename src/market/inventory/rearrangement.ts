import type { Logger } from 'pino';
import type { CandidateIndex, RebuildScope } from '../selection/index/candidate-index';
import type { Pace } from '../../platform/process/pace';
import type { Pricing } from './pricing';

/** Rearranges the index beside finds, one rearrangement at a time. */
export interface Rearrangement {
  /** Resolves when all is priced and arranged anew; asked for during another, it is done once more after that. */
  rerank(): Promise<void>;
  /** Begins one, which is not waited for, when so many changes have come that the index asks for it. */
  startWhenDue(): void;
}

export interface RearrangementOptions {
  readonly index: CandidateIndex;
  readonly pricing: Pricing;
  readonly pace: Pace;
  readonly log: Logger;
}

export function createRearrangement(options: RearrangementOptions): Rearrangement {
  const { index, pricing, pace, log } = options;
  let underWay: Promise<void> | null = null;
  let isRerankAsked = false;

  /** @param scope default: candidates are made anew from all that is for sale */
  async function rebuildIndex(scope?: RebuildScope): Promise<void> {
    const rebuild = index.beginRebuild();
    try {
      const content = scope ?? (await pricing.listCandidates());
      for (const _slice of rebuild.slices(content)) await pace.rest();
    } finally {
      rebuild.abandon();
    }
  }

  async function rearrangeOnce(): Promise<void> {
    pace.begin();
    if (isRerankAsked) {
      isRerankAsked = false;
      await pricing.repriceAll();
      await rebuildIndex();
    } else await rebuildIndex(index.dueRebuild ?? 'changes');
  }

  /** Resolves when it is done, and what was asked for meanwhile. */
  function rearrange(): Promise<void> {
    underWay ??= (async () => {
      try {
        do await rearrangeOnce();
        while (isRerankAsked);
      } finally {
        underWay = null;
      }
    })();
    return underWay;
  }

  function startWhenDue(): void {
    if (underWay || index.dueRebuild === null) return;
    // Many more may have changed meanwhile.
    rearrange().then(startWhenDue, (error: unknown) => {
      log.error({ err: error }, 'the inventory could not be rearranged; its changes are in force');
    });
  }

  return {
    rerank() {
      isRerankAsked = true;
      return rearrange();
    },
    startWhenDue,
  };
}
