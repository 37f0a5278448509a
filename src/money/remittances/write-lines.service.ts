import type { Amount } from '../../amount';
import type { DatabaseSession } from '../../platform/database/transaction';
import { DetailsSum } from './details-sum';
import type { PeerEarning } from './peer-earning.store';
import type { Remittance, RemittanceDetails, RemittanceLine } from './remittance';
import type { RemittanceContext } from './remittance.context';
import { linesOfBlock } from './remittance-line.store';

/** Writes in a transaction that is stored only while no other run collects the remittance. */
export type WriteDetails = <Result>(
  work: (session: DatabaseSession) => Promise<Result>,
) => Promise<Result>;

/**
 * Writes the lines of a remittance, one for each case that has earned something, in the place of those that are there: it may
 * be done again, and comes to the same.
 *
 * @returns their number, sum and digest.
 */
export async function writeLines(
  ctx: RemittanceContext,
  { id, accountId }: Remittance,
  write: WriteDetails,
): Promise<RemittanceDetails> {
  const writtenAt = ctx.now();
  const sum = new DetailsSum();
  let cases: CaseSum[] = [];
  const flush = async () => {
    const put = await toLines(ctx, accountId, cases);
    const lines = { from: sum.count, put, writtenAt };
    await write((session) => ctx.remittances.putLines(id, lines, session));
    for (const line of put) sum.add(line);
    cases = [];
  };
  for await (const one of sumByCase(ctx.peerEarnings.stream(accountId, id))) {
    cases.push(one);
    if (cases.length === linesOfBlock) await flush();
  }
  await flush();
  await write((session) => ctx.remittances.removeLines(id, sum.count, session));
  return sum.end();
}

interface CaseSum {
  readonly caseId: string;
  readonly cid: string;
  readonly value: Amount;
  /** False where a former remittance tells what its view has earned. */
  readonly hasView: boolean;
}

/** @param earnings those of a case one behind the other */
async function* sumByCase(earnings: AsyncIterable<PeerEarning>): AsyncGenerator<CaseSum> {
  const open: CaseSum[] = [];
  for await (const { kind, caseId, cid, revenue } of earnings) {
    const isView = kind === 'impression';
    const known = open.at(0);
    if (known?.caseId === caseId) {
      // The view came first, whatever byte the click's id ends with.
      const first = isView ? cid : known.cid;
      const hasView = known.hasView || isView;
      open[0] = { caseId, cid: first, value: known.value + revenue, hasView };
      continue;
    }
    if (known) yield known;
    open[0] = { caseId, cid, value: revenue, hasView: isView };
  }
  yield* open;
}

/** The server knows a case by the id that it told first, also of what is paid later. */
async function toLines(
  { peerEarnings }: Pick<RemittanceContext, 'peerEarnings'>,
  accountId: string,
  cases: readonly CaseSum[],
): Promise<readonly RemittanceLine[]> {
  const later = cases.filter(({ hasView }) => !hasView).map(({ caseId }) => caseId);
  const firstOf = await peerEarnings.listFirstCids(accountId, later);
  return cases.map(({ caseId, cid, value }) => ({ cid: firstOf.get(caseId) ?? cid, value }));
}
