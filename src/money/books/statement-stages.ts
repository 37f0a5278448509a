import { hash } from 'node:crypto';
import { earningsOf, fundsOf } from './book';
import type { JournalEntry, JournalLine } from './journal-entry';
import type { StatementLine, StatementPlace } from './statement';

/** An entry with one of its lines. */
export interface UnwoundEntry extends Omit<JournalEntry, 'id' | 'lines'> {
  readonly _id: string;
  readonly lines: JournalLine;
  readonly position: bigint;
}

export interface StatementQuery {
  readonly accountId: string;
  /** null: from the newest line on. */
  readonly after: StatementPlace | null;
  readonly limit: number;
}

/** The aggregation that finds the lines of the pockets of an account, newest first. */
export function toStatementStages({ accountId, after, limit }: StatementQuery) {
  return [
    { $match: { accountIds: accountId, ...(after && behind(after)) } },
    { $sort: { at: -1, _id: -1 } as const },
    // Each has a line of the account, but the lines of the first one may be behind us.
    { $limit: limit + 1 },
    { $unwind: { path: '$lines', includeArrayIndex: 'position' } },
    {
      $match: {
        'lines.book': { $in: [fundsOf(accountId), earningsOf(accountId)] },
        ...(after && {
          $or: [{ _id: { $ne: after.entryId } }, { position: { $gt: after.position } }],
        }),
      },
    },
    { $limit: limit },
  ];
}

/** Entries that are not newer than a place. */
function behind({ bookedAt, entryId }: StatementPlace) {
  return {
    at: { $lte: bookedAt },
    $or: [{ at: { $lt: bookedAt } }, { _id: { $lte: entryId } }],
  };
}

/** The members of a line depend on whose pocket it is: the other side of a charge stays out. */
export function toStatementLine({
  _id,
  at,
  kind,
  memo,
  lines: line,
  position,
}: UnwoundEntry): StatementLine {
  const pocket = line.book.startsWith('funds:') ? 'funds' : 'earnings';
  return {
    id: hash('sha256', `${_id}#${position}`).slice(0, 32),
    entryId: _id,
    position: Number(position),
    kind,
    bookedAt: at,
    pocket,
    amount: line.amount,
    siteId: (pocket === 'earnings' ? line.siteId : null) ?? null,
    campaignId: (pocket === 'funds' ? line.campaignId : null) ?? null,
    hour: line.hour ?? null,
    memo,
  };
}
