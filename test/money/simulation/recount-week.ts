import type { Connection } from 'mongoose';

interface StoredEvent {
  readonly kind: string;
  readonly caseId: string;
  readonly creativeId: string;
  readonly campaignId: string;
  readonly offeredAt: Date;
  readonly peer?: { readonly address: string; readonly cid: string };
  readonly verdict?: {
    readonly status: string;
    readonly reason: string | null;
    readonly price: bigint;
    readonly charge: bigint;
    readonly demandFee: bigint;
    readonly supplyFee: bigint;
    readonly revenue: bigint;
  };
}

interface Transfer {
  readonly address: string;
  readonly amount: bigint;
}

export interface WeekRecount {
  /** Broken invariants; must stay empty. */
  readonly violations: readonly string[];
  /** Verdicts by their reasons, and lines of details. */
  readonly counts: ReadonlyMap<string, number>;
}

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((all, one) => all + one, 0n);

/** Recounts a week in which everything is paid, from documents as they are stored and transfers as the ledger has them. */
export async function recountWeek(
  db: Connection,
  of: {
    readonly transfers: readonly Transfer[];
    readonly peers: readonly string[];
    readonly hourlyBudget: bigint;
  },
): Promise<WeekRecount> {
  const options = { promoteLongs: true, useBigInt64: true } as const;
  const events = (await db
    .collection('events')
    .find({}, options)
    .toArray()) as unknown as StoredEvent[];
  const violations = [
    ...problemsOfBudgets(events, of.hourlyBudget),
    ...problemsOfCases(events),
    ...(await problemsOfMoney(db, events)),
  ];
  const counts = new Map<string, number>();
  for (const { verdict } of events) {
    const name = verdict ? (verdict.reason ?? verdict.status) : 'waiting';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const address of of.peers) {
    const lines = await linesTo(db, address);
    counts.set('lines', (counts.get('lines') ?? 0) + lines.flat().length);
    const ofPeer = events.filter(({ peer }) => peer?.address === address);
    const wires = of.transfers.filter((transfer) => transfer.address === address);
    violations.push(...problemsOfDetails(address, { events: ofPeer, lines, wires }));
  }
  if (counts.has('waiting')) violations.push(`${counts.get('waiting')} events have no verdict`);
  return { violations, counts };
}

const isAccepted = ({ verdict }: StoredEvent): boolean => verdict?.status === 'accepted';

/** Both markets together stay within an hour's budget, and other servers within half of it. */
function problemsOfBudgets(events: readonly StoredEvent[], budget: bigint): readonly string[] {
  const hours = Map.groupBy(
    events.filter(isAccepted),
    ({ campaignId, offeredAt }) => `${campaignId} ${offeredAt.toISOString().slice(0, 13)}`,
  );
  return [...hours].flatMap(([hour, ones]) => {
    const priceOf = (some: readonly StoredEvent[]) =>
      sum(some.map((one) => one.verdict?.price ?? 0n));
    const [all, theirs] = [priceOf(ones), priceOf(ones.filter(({ peer }) => peer !== undefined))];
    return [
      ...(all > budget ? [`the budget of ${hour} was passed: ${all}`] : []),
      ...(theirs > budget / 2n ? [`others passed their half of ${hour}: ${theirs}`] : []),
    ];
  });
}

function problemsOfCases(events: readonly StoredEvent[]): readonly string[] {
  const accepted = events.filter((one) => one.peer !== undefined && isAccepted(one));
  const cases = Map.groupBy(
    accepted,
    ({ kind, caseId, creativeId, peer }) =>
      `${kind} of ${caseId} ${creativeId} of ${peer?.address}`,
  );
  return [...cases].flatMap(([name, { length }]) =>
    length === 1 ? [] : [`${name} was accepted ${length} times`],
  );
}

/** Lines of each payment to a server, as they are told. */
async function linesTo(db: Connection, address: string) {
  const account = await db.collection('accounts').findOne({ peerAddress: address });
  const paid = await db
    .collection<{ _id: string }>('remittances')
    .find({ accountId: String(account?._id), state: 'paid' })
    .toArray();
  const blocks = db.collection<{ _id: string; text: string }>('remittanceLines');
  return Promise.all(
    paid.map(async ({ _id }) => {
      const found = await blocks.find({ _id: { $regex: `^${_id}:` } }).toArray();
      return found
        .flatMap(({ text }) => text.split('\n'))
        .map((line) => line.split(' '))
        .map(([cid = '', value = '']) => ({ cid, value: BigInt(value) }));
    }),
  );
}

type Lines = Awaited<ReturnType<typeof linesTo>>;

/** Each payment has its details, and each case what was accepted of it. */
function problemsOfDetails(
  address: string,
  of: {
    readonly events: readonly StoredEvent[];
    readonly lines: Lines;
    readonly wires: readonly Transfer[];
  },
): readonly string[] {
  const { events, lines, wires } = of;
  const told = lines.map((payment) => sum(payment.map(({ value }) => value))).toSorted(byAmount);
  const sent = wires.map(({ amount }) => amount).toSorted(byAmount);
  const problems =
    told.join() === sent.join() ? [] : [`${address}: ${told.join()} of ${sent.join()}`];
  const earned = new Map<string, bigint>();
  for (const { caseId, verdict } of events.filter(isAccepted))
    earned.set(caseId, (earned.get(caseId) ?? 0n) + (verdict?.revenue ?? 0n));
  const paid = new Map<string, bigint>();
  for (const { cid, value } of lines.flat()) {
    const caseId = `${cid.slice(0, 30)}00`;
    paid.set(caseId, (paid.get(caseId) ?? 0n) + value);
  }
  for (const caseId of new Set([...earned.keys(), ...paid.keys()]))
    if ((earned.get(caseId) ?? 0n) !== (paid.get(caseId) ?? 0n))
      problems.push(`${caseId} earned ${earned.get(caseId)}, and was paid ${paid.get(caseId)}`);
  return problems;
}

const byAmount = (one: bigint, other: bigint): number => (one < other ? -1 : Number(one > other));

/** Nothing comes from nowhere: the books are even, and each charge is shared out. */
async function problemsOfMoney(
  db: Connection,
  events: readonly StoredEvent[],
): Promise<readonly string[]> {
  const options = { useBigInt64: true } as const;
  const entries = (await db
    .collection('journalEntries')
    .find({}, options)
    .toArray()) as unknown as {
    readonly lines: readonly { readonly book: string; readonly amount: bigint }[];
  }[];
  const lines = entries.flatMap((entry) => entry.lines);
  const all = sum(lines.map(({ amount }) => amount));
  const verdicts = events.flatMap(({ verdict }) => verdict ?? []);
  const charged = sum(verdicts.map(({ charge }) => charge));
  const shared = sum(verdicts.flatMap((one) => [one.demandFee, one.supplyFee, one.revenue]));
  const funds = Map.groupBy(
    lines.filter(({ book }) => book.startsWith('funds:')),
    ({ book }) => book,
  );
  return [
    ...(all === 0n ? [] : [`the books are off by ${all}`]),
    ...(charged === shared ? [] : [`${charged} were charged, ${shared} shared out`]),
    ...[...funds].flatMap(([book, ones]) => {
      const left = sum(ones.map(({ amount }) => amount));
      return left < 0n ? [`${book} is ${left}`] : [];
    }),
  ];
}
