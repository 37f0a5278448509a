import type { Connection } from 'mongoose';
import type { Advertiser } from './happened-hour';
import { add, type Totals } from './recounted-hour';

interface JudgedDocument {
  readonly kind?: string;
  readonly publisherId?: string;
  readonly cases?: readonly { readonly publisherId: string }[];
  readonly verdict?: { readonly status: string; readonly reason: string | null };
}

/** Reads raw what a hour has left in the database, under the names that the recount has. */
export async function readHour(
  db: Connection,
  idsOf: ReadonlyMap<Advertiser, string>,
): Promise<Totals> {
  const totals: Totals = new Map();
  const read = <Document extends object>(name: string) =>
    db.collection<Document>(name).find({}, { useBigInt64: true }).toArray();
  type Account = { _id: string; provenAddresses?: readonly string[] };
  const names = new Map<string, string>([...idsOf].map(([name, id]) => [id, name]));
  for (const { _id, provenAddresses: [address] = [] } of await read<Account>('accounts'))
    if (address) names.set(_id, address);
  const nameOf = (id = '') => names.get(id) ?? id;
  const events = await read<JudgedDocument>('events');
  for (const one of [...events, ...(await read<JudgedDocument>('recordedConversions'))]) {
    const { kind = 'sale', publisherId = one.cases?.[0]?.publisherId, verdict } = one;
    add(totals, `${nameOf(publisherId)} ${kind}: ${verdict?.reason ?? verdict?.status}`, 1n);
  }
  type Balance = { _id: string; balance: bigint };
  for (const { _id, balance } of await read<Balance>('balances')) {
    const [book, whose] = _id.split(':');
    if (book !== 'outside') add(totals, `${book} of ${nameOf(whose)}`, balance);
  }
  return totals;
}
