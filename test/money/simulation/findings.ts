import type { Connection } from 'mongoose';
import { addTo, hourOf, type Outcome, type Totals, type Turn } from './recount-money';
import type { Act } from './story';

interface JudgedDocument {
  readonly _id: string;
  readonly kind?: string;
  readonly conversionId?: string | null;
  readonly advertiserId: string;
  readonly occurredAt: Date;
  readonly verdict?: {
    readonly status: string;
    readonly reason: string | null;
    readonly price: bigint;
    readonly charge: bigint;
    readonly judgedAt: Date;
    readonly batch: number;
  };
}

/** The database's content in the end, read raw. */
export interface Findings {
  /** Events and conversions in the order in which they were judged, each part of the work by itself. */
  readonly turns: readonly Turn[];
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly totals: Totals;
  /** When campaigns were suspended for lack of funds. */
  readonly suspensions: readonly Act[];
  /** Events and conversions without a verdict. */
  readonly waiting: readonly string[];
}

export async function readFindings(db: Connection): Promise<Findings> {
  const read = <Document extends object>(name: string) =>
    db.collection<Document>(name).find({}, { useBigInt64: true }).toArray();
  const judged = [
    ...(await read<JudgedDocument>('events')),
    ...(await read<JudgedDocument>('recordedConversions')),
  ];
  const totals: Totals = new Map();
  const outcomes = new Map<string, Outcome>();
  for (const { _id, kind, conversionId, verdict } of judged) {
    if (!verdict) continue;
    const { reason, price, charge } = verdict;
    outcomes.set(_id, { reason: reason ?? verdict.status, price, charge });
    const what =
      kind === undefined ? (conversionId === null ? 'confirmations' : 'conversions') : `${kind}s`;
    addTo(totals, `${what}: ${reason ?? verdict.status}`, 1n);
  }
  for (const { _id: book, balance } of await read<{ _id: string; balance: bigint }>('balances')) {
    const name = nameOfBook(book);
    if (name !== null) addTo(totals, name, balance);
  }
  type Hour = { campaignId: string; hour: Date; spent?: bigint };
  for (const { campaignId, hour, spent = 0n } of await read<Hour>('campaignHours'))
    if (spent !== 0n) addTo(totals, `spent of ${campaignId} ${hourOf(hour)}`, spent);
  type Definition = { _id: string; cost?: bigint; occurrences?: bigint };
  for (const { _id, cost = 0n, occurrences = 0n } of await read<Definition>('conversions')) {
    if (occurrences === 0n && cost === 0n) continue;
    addTo(totals, `cost of ${_id}`, cost);
    addTo(totals, `occurrences of ${_id}`, occurrences);
  }
  type Campaign = { _id: string; states: { at: Date; status?: string }[] };
  const suspensions = (await read<Campaign>('campaigns')).flatMap(({ _id, states }) =>
    states
      .filter(({ status }) => status === 'suspended')
      .map(({ at }): Act => ({ kind: 'pause', campaignId: _id, at })),
  );
  return {
    suspensions,
    turns: judged
      .filter(({ verdict }) => verdict !== undefined)
      .sort(inOrderOfJudging)
      .map(({ _id, verdict }) => ({ id: _id, judgedAt: verdict!.judgedAt })),
    outcomes,
    totals,
    waiting: judged.filter(({ verdict }) => verdict === undefined).map(({ _id }) => _id),
  };
}

/** Sums up the spending of hours by their verdicts, as `readFindings` names it. */
export async function sumOfVerdicts(db: Connection): Promise<Totals> {
  const totals: Totals = new Map();
  type Document = JudgedDocument & {
    campaignId: string;
    limitType?: string;
    offeredAt?: Date;
    exp?: unknown;
  };
  for (const name of ['events', 'recordedConversions'])
    for await (const document of db.collection<Document>(name).find({}, { useBigInt64: true })) {
      const { campaignId, occurredAt, offeredAt, exp, limitType, verdict } = document;
      const paidAt = exp === undefined ? occurredAt : (offeredAt ?? occurredAt);
      const isInBudget = limitType === undefined || limitType === 'in_budget';
      if (isInBudget && verdict && verdict.price > 0n)
        addTo(totals, `spent of ${campaignId} ${hourOf(paidAt)}`, verdict.price);
    }
  return totals;
}

function inOrderOfJudging(one: JudgedDocument, other: JudgedDocument): number {
  const [part, otherPart] = [one.advertiserId.charAt(0), other.advertiserId.charAt(0)];
  if (part !== otherPart) return part < otherPart ? -1 : 1;
  const byBatch = one.verdict!.batch - other.verdict!.batch;
  const byTime = one.occurredAt.getTime() - other.occurredAt.getTime();
  return byBatch || byTime || (one._id < other._id ? 1 : -1);
}

/** null: it is no result of the simulation, but the other side of deposits. */
function nameOfBook(book: string): string | null {
  const [kind, whose] = book.split(':');
  if (kind === 'funds') return `funds of ${whose}`;
  if (kind === 'earnings') return `earnings of publisher ${whose}`;
  if (kind === 'unclaimed') return 'earnings of nobody';
  if (book === 'clearing:withdrawals') return 'withdrawals that wait';
  if (book === 'outside:withdrawals') return 'withdrawals that are paid';
  if (kind === 'fees') return `${whose} fees`;
  return null;
}
