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
  let put: RemittanceLine[] = [];
  const flush = async () => {
    const lines = { from: sum.count - put.length, put, writtenAt };
    await write((session) => ctx.remittances.putLines(id, lines, session));
    put = [];
  };
  for await (const line of linesOf(ctx.peerEarnings.stream(accountId, id))) {
    sum.add(line);
    put.push(line);
    if (put.length === linesOfBlock) await flush();
  }
  await flush();
  await write((session) => ctx.remittances.removeLines(id, sum.count, session));
  return sum.end();
}

interface CaseSum {
  readonly caseId: string;
  readonly cid: string;
  readonly value: Amount;
}

/** @param earnings those of a case one behind the other */
async function* linesOf(earnings: AsyncIterable<PeerEarning>): AsyncGenerator<RemittanceLine> {
  const open: CaseSum[] = [];
  for await (const { kind, caseId, cid, revenue } of earnings) {
    const known = open.at(0);
    if (known?.caseId === caseId) {
      // The view came first, whatever byte the click's id ends with.
      const first = kind === 'impression' ? cid : known.cid;
      open[0] = { caseId, cid: first, value: known.value + revenue };
      continue;
    }
    if (known) yield { cid: known.cid, value: known.value };
    open[0] = { caseId, cid, value: revenue };
  }
  for (const { cid, value } of open) yield { cid, value };
}
