import type { Connection } from 'mongoose';
import type { AnsweredFind } from './happened-finds';

/** Unit: 10^-11 USD. Half a cent: the only campaign pays it for a view. */
const viewPrice = 500_000_000n;
/** 12 USD. */
const hourlyBudget = 2_400n * viewPrice;

/** Percentages, to a hundredth. */
export interface Recount {
  /** Of the hour's budget: set aside for finds of cheats. */
  readonly taken: number;
  /** Of the money that cheats would have had set aside for all that their finds name. */
  readonly refused: number;
  /** The same of honest finds. */
  readonly refusedHonest: number;
  /** Of the money of honest views. */
  readonly unpaidHonest: number;
  /** Accounts, sites and placements that are there by cheats' finds alone. */
  readonly supply: number;
}

interface HourDocument {
  readonly spent: bigint;
  readonly minutes: Readonly<Record<string, { readonly reserved?: bigint }>>;
}
interface EventDocument {
  readonly price: bigint;
  readonly verdict: { readonly price: bigint };
}

const percent = (part: bigint, of: bigint) => (of === 0n ? 0 : Number((part * 10_000n) / of) / 100);
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n);
const ofAll = (finds: readonly AnsweredFind[], count: (one: AnsweredFind) => number) =>
  viewPrice * BigInt(finds.reduce((all, one) => all + count(one), 0));

/**
 * Recounts money and supply of an hour by what is stored, and by what finds were answered, with no code of the product's.
 *
 * @throws where the two differ.
 */
export async function recount(
  db: Connection,
  answered: readonly AnsweredFind[],
  isCheats: (one: AnsweredFind) => boolean,
): Promise<Recount> {
  const [cheats, honest] = [answered.filter(isCheats), answered.filter((one) => !isCheats(one))];
  const wanted = ({ find }: AnsweredFind) => find.names.length;
  const offered = ({ offers }: AnsweredFind) => offers;

  const hours = await db.collection<HourDocument>('campaignHours').find({}).toArray();
  const minutes = hours.flatMap((hour) => Object.values(hour.minutes));
  const setAside = sum(minutes.map(({ reserved = 0n }) => reserved));
  assertSame('set aside', setAside, ofAll(answered, offered));
  const taken = setAside - ofAll(honest, offered);

  const events = await db.collection<EventDocument>('events').find({}).toArray();
  const paid = sum(events.map(({ verdict }) => verdict.price));
  assertSame('spent', sum(hours.map(({ spent }) => spent)), paid);
  const seen = honest.filter(({ find }) => find.viewAfterMs !== null);
  const asked = sum(events.map(({ price }) => price));
  assertSame('asked for', asked, ofAll(seen, offered));

  const all = ofAll(cheats, wanted);
  const honestAll = ofAll(honest, wanted);
  return {
    taken: percent(taken, hourlyBudget),
    refused: percent(all - taken, all),
    refusedHonest: percent(honestAll - ofAll(honest, offered), honestAll),
    unpaidHonest: percent(asked - paid, asked),
    supply: await supplyOf(db, cheats, honest),
  };
}

async function supplyOf(
  db: Connection,
  cheats: readonly AnsweredFind[],
  honest: readonly AnsweredFind[],
): Promise<number> {
  const honestHosts = new Set(honest.map(({ find }) => find.host));
  const hosts = cheats.map(({ find }) => find.host).filter((host) => !honestHosts.has(host));
  const publishers = cheats.flatMap(({ find }) => find.publisher ?? []);
  const sites = await db
    .collection('sites')
    .find({ host: { $in: hosts } })
    .toArray();
  const siteId = { $in: sites.map(({ _id }) => String(_id)) };
  const placements = await db.collection('placements').countDocuments({ siteId });
  const named = { provenAddresses: { $in: publishers } };
  return (await db.collection('accounts').countDocuments(named)) + sites.length + placements;
}

function assertSame(name: string, stored: bigint, counted: bigint): void {
  if (stored !== counted)
    throw new Error(`${name} is ${stored} by what is stored, ${counted} by the answers`);
}
