import { StrictServerDies } from './strict-server';

/** The outcome of a payment in the books of a strict server: 10^-11 coins. */
export interface StrictBooking {
  /** By the cases that it knows. */
  readonly paid: ReadonlyMap<string, bigint>;
  /** Left with its operator: of cases that it does not know, or told of nobody. */
  readonly rest: bigint;
}

interface Line {
  readonly case_id: string;
  readonly event_value: number;
}

const pageSize = 5_000;

/**
 * Books a payment as strict servers of the network do: by its summary, then by pages of details until one is shorter than asked.
 * What comes beyond the money is cut in its order. Written from docs/peers.md §10 alone.
 *
 * @param ask path without its question, and the query
 * @param payment.received 10^-11 coins
 * @returns null: it asks again later.
 * @throws {StrictServerDies} at what ends the booking of the whole payment, each time
 */
export async function bookStrictly(
  ask: (path: string, query: string) => Promise<Response>,
  payment: { readonly received: bigint; readonly cases: ReadonlySet<string> },
): Promise<StrictBooking | null> {
  const meta = await ask('payment-details-meta', '');
  if (meta.status !== 200 && meta.status !== 404) return null;
  if (meta.status === 200 && !tellsSomething(await meta.json())) return null;
  const lines: Line[] = [];
  for (let offset = 0; ; offset += pageSize) {
    const from = offset === 0 ? '' : `&offset=${offset}`;
    const answer = await ask('payment-details', `?limit=${pageSize}${from}`);
    if (answer.status !== 200) return null;
    const page = strictLines(await answer.json());
    lines.push(...page);
    if (page.length < pageSize) return book(lines, payment);
  }
}

function tellsSomething(meta: unknown): boolean {
  const { allocation, boost, events } = meta as Record<string, { readonly count?: unknown }>;
  const counts = [allocation, boost, events].map((part) => part?.count);
  if (!counts.every((count) => Number.isInteger(count))) throw new StrictServerDies('meta');
  return counts.some((count) => count !== 0);
}

function strictLines(page: unknown): readonly Line[] {
  if (!Array.isArray(page)) throw new StrictServerDies('no list');
  for (const { case_id: cid, event_value: value } of page as readonly Partial<Line>[]) {
    if (!/^[0-9a-f]{32}$/.test(String(cid))) throw new StrictServerDies('case_id');
    if (!Number.isSafeInteger(value) || Number(value) < 0) throw new StrictServerDies('value');
  }
  return page as readonly Line[];
}

function book(
  lines: readonly Line[],
  { received, cases }: { readonly received: bigint; readonly cases: ReadonlySet<string> },
): StrictBooking {
  const paid = new Map<string, bigint>();
  let left = received;
  let unknown = 0n;
  for (const { case_id: cid, event_value: told } of lines) {
    const value = BigInt(told) < left ? BigInt(told) : left;
    left -= value;
    if (cases.has(cid)) paid.set(cid, (paid.get(cid) ?? 0n) + value);
    else unknown += value;
  }
  return { paid, rest: left + unknown };
}
