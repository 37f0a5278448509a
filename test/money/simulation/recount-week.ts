import type { Connection } from 'mongoose';

interface StoredVerdict {
  readonly status: string;
  readonly reason: string | null;
  readonly price: bigint;
  readonly charge: bigint;
  readonly demandFee: bigint;
  readonly supplyFee: bigint;
  readonly communityFee?: bigint;
  readonly revenue: bigint;
}

interface StoredConversion {
  readonly campaignId: string;
  readonly limitType: string;
  readonly occurredAt: Date;
  readonly cases: readonly {
    readonly caseId: string;
    readonly peer?: { readonly address: string };
  }[];
  readonly verdict?: StoredVerdict & {
    readonly parts?: readonly { readonly price: bigint; readonly revenue: bigint }[];
  };
}

interface StoredEvent {
  readonly kind: string;
  readonly caseId: string;
  readonly creativeId: string;
  readonly campaignId: string;
  readonly offeredAt: Date;
  readonly peer?: { readonly address: string; readonly cid: string };
  readonly verdict?: StoredVerdict;
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
    /** Where the community is paid. */
    readonly community: string;
    readonly hourlyBudget: bigint;
  },
): Promise<WeekRecount> {
  const options = { promoteLongs: true, useBigInt64: true } as const;
  const read = async (name: string): Promise<unknown> =>
    db.collection(name).find({}, options).toArray();
  const events = (await read('events')) as readonly StoredEvent[];
  const conversions = (await read('recordedConversions')) as readonly StoredConversion[];
  const entries = (await read('journalEntries')) as readonly StoredEntry[];
  const ofCommunity = of.transfers.filter(({ address }) => address === of.community);
  const charged = [...events, ...conversions].flatMap(({ verdict }) => verdict ?? []);
  const violations = [
    ...problemsOfBudgets([...events.map(toSpent), ...conversions.map(toSpentLater)], of),
    ...problemsOfCases(events),
    ...problemsOfMoney(entries, { charged, ofCommunity }),
  ];
  const counts = countsOf(events, conversions);
  for (const address of of.peers) {
    const lines = await linesTo(db, address);
    counts.set('lines', (counts.get('lines') ?? 0) + lines.flat().length);
    const earned = earnedBy(address, events, conversions);
    const wires = of.transfers.filter((transfer) => transfer.address === address);
    violations.push(...problemsOfDetails(address, { earned, lines, wires }));
  }
  if (counts.has('waiting')) violations.push(`${counts.get('waiting')} have no verdict`);
  return { violations, counts };
}

const isAccepted = ({ verdict }: { readonly verdict?: StoredVerdict }): boolean =>
  verdict?.status === 'accepted';

/** Verdicts by their reasons, and conversions that are paid for. */
function countsOf(
  events: readonly StoredEvent[],
  conversions: readonly StoredConversion[],
): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { verdict } of events) add(verdict ? (verdict.reason ?? verdict.status) : 'waiting');
  for (const one of conversions) {
    const where = one.cases.some(({ peer }) => peer) ? 'converted there' : 'converted';
    if (isAccepted(one)) add(where);
    else add(one.verdict ? `no conversion: ${one.verdict.reason}` : 'waiting');
  }
  return counts;
}

/** USD that an hour's budget has paid. */
interface Spent {
  readonly hour: string;
  readonly price: bigint;
  /** The part of it for other servers. */
  readonly theirs: bigint;
}

const hourOf = (campaignId: string, at: Date) => `${campaignId} ${at.toISOString().slice(0, 13)}`;

function toSpent(event: StoredEvent): Spent {
  const price = event.verdict?.price ?? 0n;
  const theirs = event.peer === undefined ? 0n : price;
  return { hour: hourOf(event.campaignId, event.offeredAt), price, theirs };
}

function toSpentLater({
  campaignId,
  limitType,
  occurredAt,
  cases,
  verdict,
}: StoredConversion): Spent {
  const isInBudget = limitType === 'in_budget';
  const parts = isInBudget ? (verdict?.parts ?? []) : [];
  return {
    hour: hourOf(campaignId, occurredAt),
    price: isInBudget ? (verdict?.price ?? 0n) : 0n,
    theirs: sum(parts.flatMap(({ price }, at) => (cases[at]?.peer ? [price] : []))),
  };
}

/** Both markets together stay within an hour's budget, and other servers within half of it. */
function problemsOfBudgets(
  spent: readonly Spent[],
  { hourlyBudget }: { readonly hourlyBudget: bigint },
): readonly string[] {
  return [...Map.groupBy(spent, ({ hour }) => hour)].flatMap(([hour, ones]) => {
    const all = sum(ones.map(({ price }) => price));
    const theirs = sum(ones.map((one) => one.theirs));
    return [
      ...(all > hourlyBudget ? [`the budget of ${hour} was passed: ${all}`] : []),
      ...(theirs > hourlyBudget / 2n ? [`others passed their half of ${hour}: ${theirs}`] : []),
    ];
  });
}

/** Coins that each case of a server has earned, by events and conversions. */
function earnedBy(
  address: string,
  events: readonly StoredEvent[],
  conversions: readonly StoredConversion[],
): ReadonlyMap<string, bigint> {
  const earned = new Map<string, bigint>();
  const add = (caseId: string, revenue: bigint) =>
    earned.set(caseId, (earned.get(caseId) ?? 0n) + revenue);
  for (const one of events)
    if (one.peer?.address === address && isAccepted(one))
      add(one.caseId, one.verdict?.revenue ?? 0n);
  for (const { cases, verdict } of conversions)
    for (const [at, { caseId, peer }] of cases.entries())
      if (peer?.address === address) add(caseId, verdict?.parts?.[at]?.revenue ?? 0n);
  return earned;
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
    readonly earned: ReadonlyMap<string, bigint>;
    readonly lines: Lines;
    readonly wires: readonly Transfer[];
  },
): readonly string[] {
  const { earned, lines, wires } = of;
  const told = lines.map((payment) => sum(payment.map(({ value }) => value))).toSorted(byAmount);
  const sent = wires.map(({ amount }) => amount).toSorted(byAmount);
  const problems =
    told.join() === sent.join() ? [] : [`${address}: ${told.join()} of ${sent.join()}`];
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

interface StoredEntry {
  readonly lines: readonly { readonly book: string; readonly amount: bigint }[];
}

/** Nothing comes from nowhere: the books are even, and each charge is shared out. */
function problemsOfMoney(
  entries: readonly StoredEntry[],
  of: { readonly charged: readonly StoredVerdict[]; readonly ofCommunity: readonly Transfer[] },
): readonly string[] {
  const books = Map.groupBy(
    entries.flatMap(({ lines }) => lines),
    ({ book }) => book,
  );
  const lines = [...books.values()].flat();
  const all = sum(lines.map(({ amount }) => amount));
  const charged = sum(of.charged.map(({ charge }) => charge));
  const community = sum(of.charged.map(({ communityFee = 0n }) => communityFee));
  const shared = sum(of.charged.flatMap((one) => [one.demandFee, one.supplyFee, one.revenue]));
  const balanceOf = (book: string) => sum((books.get(book) ?? []).map(({ amount }) => amount));
  const kept = balanceOf('fees:community') + sum(of.ofCommunity.map(({ amount }) => amount));
  return [
    ...(all === 0n ? [] : [`the books are off by ${all}`]),
    ...(charged === shared + community ? [] : [`${charged} were charged, ${shared} shared out`]),
    ...(community === kept ? [] : [`${community} are the community’s, which has ${kept}`]),
    ...[...books.keys()].flatMap((book) => {
      const left = book.startsWith('funds:') ? balanceOf(book) : 0n;
      return left < 0n ? [`${book} is ${left}`] : [];
    }),
  ];
}
