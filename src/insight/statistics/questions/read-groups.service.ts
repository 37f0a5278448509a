import type { DatabaseSession } from '../../../platform/database/transaction';
import type { Completeness } from '../roll-ups/completeness';
import type { Fact } from '../facts/fact';
import { listFirstViewChanges } from '../first-views/first-views.service';
import { Groups } from './group';
import { addPendingEvents, type Backlog } from '../facts/pending-events.service';
import { spanOf } from './calendar';
import type { PlannedQuestion } from './plan-reading.service';
import { RollUps, rowsOf, sectionsFor, sideOf } from '../roll-ups/roll-up';
import type { StatisticsContext } from '../statistics.context';
import type { StatisticsQuestion } from './statistics-question';
import { listWaitingFacts } from '../facts/waiting-facts.service';

/** The groups that were read for a question, and how far they may be behind. */
export interface ReadGroups extends Backlog, Completeness {
  readonly question: StatisticsQuestion;
  readonly groups: Groups;
}

/**
 * Sums up roll-ups, what verdicts have changed since, and events that have no verdict yet: all of one moment.
 *
 * @throws {AppError} `VALIDATION_FAILED` where it is too much to hold, `SERVICE_UNAVAILABLE` while verdicts are caught up
 * with.
 */
export async function readGroups(
  ctx: StatisticsContext,
  planned: PlannedQuestion,
): Promise<ReadGroups> {
  const { question, plan, rollUps, requests } = planned;
  const pending = { ...question, range: spanOf(question.buckets) };
  return ctx.inTransaction(async (session) => {
    const groups = new Groups(planned);
    const owners = rollUps.ownerIds && new Set(rollUps.ownerIds);
    for (const rollUp of (await readWaiting(ctx, planned, session)).byId.values())
      if (!owners || owners.has(rollUp.ownerId)) groups.addRollUp(rollUp, plan.section);
    const backlog = await addPendingEvents(ctx, groups, pending, session);
    if (requests !== null)
      for await (const one of ctx.requestCountStore.stream(requests, session))
        groups.addRequests(one);
    // Last: these are most of it, and some are summed up while the next ones come.
    for await (const some of ctx.rollUps.stream(rollUps, sectionsFor(plan.section), session))
      for (const { sections, ...key } of some)
        groups.addStored(key, rowsOf(sections, plan.section));
    return {
      ...{ question, groups, ...backlog },
      hasRequests: requests !== null,
      hasErrors: requests?.owner === 'all',
    };
  });
}

/** Sums up the facts that no roll-up has yet. */
async function readWaiting(
  ctx: StatisticsContext,
  { question, plan }: PlannedQuestion,
  session: DatabaseSession,
): Promise<RollUps> {
  const { side, accountId } = question;
  const isOwn = (fact: Fact) =>
    accountId === null ||
    (side === 'advertiser' ? fact.advertiserId : fact.publisherId) === accountId;
  const query = { side: sideOf(plan.family), accountId };
  const waiting = await listWaitingFacts(ctx, query, session);
  const views = waiting.views.filter(isOwn);
  const rollUps = new RollUps([plan.family]);
  for (const fact of waiting.facts) if (isOwn(fact)) rollUps.add(fact);
  if (views.length > 0)
    for (const fact of (await listFirstViewChanges(ctx, views, session)).uniques) rollUps.add(fact);
  return rollUps;
}
