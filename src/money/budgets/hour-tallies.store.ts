import type { Connection, Schema } from 'mongoose';
import { type Amount, maxAmount } from '../../amount';
import { nativeCollection } from '../../platform/database/native-collection';
import type { DatabaseSession } from '../../platform/database/transaction';
import { bulkUpsertRacing } from '../../platform/database/upsert';
import { hourOf } from '../../hour';
import {
  emptyMinute,
  type HourTallies,
  type HourTally,
  hoursAround,
  hourTallyIdOf,
  type MinuteTally,
  talliesAround,
  tallyIdsAround,
  type VersionOfHour,
} from './hour-tally';
import { groupsOf } from '../../non-empty';
import { positionsOfLate } from './late-writes.store';

/** The stored figures of an hour, without its owner. */
export interface HourTallyDocument {
  /** See `hourTallyIdOf`. */
  readonly _id: string;
  readonly hour: Date;
  readonly version: number;
  readonly spent?: Amount;
  readonly peerSpent?: Amount;
  readonly minutes?: Readonly<Record<string, Partial<MinuteTally>>>;
}

/** Money of an hour that is set aside for the offers of a minute. */
export interface BudgetSlice<Owner> {
  readonly owner: Owner;
  /** A time in that minute. */
  readonly at: Date;
  /** Unit: 10^-11 USD. */
  readonly amount: Amount;
  /** How many offers it does for. */
  readonly offers: bigint;
  /** Unit: 10^-11 USD. The part of the amount that is for views. */
  readonly forViews: Amount;
}

/** A slice to be taken, and the version of the tally that it was cut by; 0: there was none. */
export interface SliceToTake<Owner> extends BudgetSlice<Owner> {
  readonly version: number;
}

/** The version of an hour that a slice of its neighbour was cut by. */
export interface HourToConfirm<Owner> extends VersionOfHour {
  readonly owner: Owner;
}

/** Amounts, or counts, to be added to an hour, by their paths in the document. */
export interface HourChange<Owner> {
  readonly owner: Owner;
  /** A time in that hour. */
  readonly at: Date;
  readonly path: string;
  readonly amount: Amount;
}

export const minutePathOf = (at: Date, member: keyof MinuteTally) =>
  `minutes.${at.getUTCMinutes()}.${member}`;

/**
 * Hours of owners who are named by some fields of their documents.
 *
 * @param options.ownerIdOf the one of those fields that their hours are found by
 */
export function createHourTallies<Owner extends object>(
  db: Connection,
  options: {
    readonly name: string;
    readonly schema: Schema<Owner & HourTallyDocument>;
    readonly ownerIdOf: (owner: Owner) => string;
  },
) {
  // A schema of more members does for fewer, which mongoose's types do not know.
  const model = db.model<HourTallyDocument>(options.name, options.schema as Schema);
  // Of each campaign that finds offer some are written each minute.
  const tallies = nativeCollection<HourTallyDocument>(model);
  const idOf = ({ owner, at }: { readonly owner: Owner; readonly at: Date }) =>
    hourTallyIdOf(options.ownerIdOf(owner), at);
  const upsert = (
    change: { readonly owner: Owner; readonly at: Date },
    amounts: Readonly<Record<string, Amount>>,
    condition: { readonly version?: number } = {},
  ) => ({
    updateOne: {
      filter: { _id: idOf(change), ...condition },
      update: {
        $inc: { ...amounts, version: 1 },
        $setOnInsert: { ...change.owner, hour: hourOf(change.at) },
      },
      upsert: true,
    },
  });
  const reserve = (
    { at, ...slice }: BudgetSlice<Owner>,
    { sign = 1n, ...condition }: { readonly sign?: bigint; readonly version?: number },
  ) =>
    upsert(
      { at, ...slice },
      {
        [minutePathOf(at, 'reserved')]: sign * slice.amount,
        [minutePathOf(at, 'offers')]: sign * slice.offers,
        [minutePathOf(at, 'reservedForViews')]: sign * slice.forViews,
      },
      condition,
    );

  /** @returns the positions of the upserts of one version that came too late: nothing is written by them. */
  async function writeByVersion(
    upserts: readonly ReturnType<typeof upsert>[],
  ): Promise<ReadonlySet<number>> {
    if (upserts.length === 0) return new Set();
    try {
      // A document of another version would be inserted again. Its id forbids that, and so names the late ones.
      await tallies.bulkWrite(upserts, { ordered: false });
      return new Set();
    } catch (error) {
      return positionsOfLate(error);
    }
  }

  /**
   * By the ids of `hourTallyIdOf`; hours that nothing is stored of are left out.
   *
   * @param session of the transaction that it is read in; default: none
   */
  async function list(
    ids: readonly string[],
    session?: DatabaseSession,
  ): Promise<ReadonlyMap<string, HourTally>> {
    if (ids.length === 0) return new Map();
    const found = await model
      .find({ _id: { $in: ids } }, null, session && { session })
      .read('primary')
      .lean<HourTallyDocument[]>();
    return new Map(found.map((document) => [document._id, toTally(document)]));
  }

  return {
    model,

    list,

    /**
     * Sets money aside for minutes, each slice only where nobody has written to its hour since it was read.
     *
     * @param slices of hours of which each comes once
     * @returns the positions of those that came too late, and took nothing.
     */
    takeSlices: (slices: readonly SliceToTake<Owner>[]): Promise<ReadonlySet<number>> =>
      writeByVersion(slices.map((slice) => reserve(slice, { version: slice.version }))),

    /**
     * Says that slices of neighbours were cut by what was read of hours. Take the slices first: of two gateways whose clocks show two
     * hours, and that cut by the same figures, each then meets the slice of the other one, or its word.
     *
     * @param hours of which each comes once
     * @returns the positions of those that somebody has written to since they were read.
     */
    confirm: (hours: readonly HourToConfirm<Owner>[]): Promise<ReadonlySet<number>> =>
      writeByVersion(hours.map(({ version, ...hour }) => upsert(hour, {}, { version }))),

    /** Gives back what was not used of slices. */
    giveBack: async (slices: readonly BudgetSlice<Owner>[]): Promise<void> => {
      if (slices.length === 0) return;
      await bulkUpsertRacing(
        tallies,
        slices.map((slice) => reserve(slice, { sign: -1n })),
      );
    },

    /**
     * The money spent and set aside in the hour of a time, and in its neighbours, as it stays until the
     * transaction has ended: slices that were cut by what was there before come too late, also those of gateways whose clocks
     * show another hour.
     */
    lock: async (owner: Owner, at: Date, session: DatabaseSession): Promise<HourTallies> => {
      const ownerId = options.ownerIdOf(owner);
      const found = await list(tallyIdsAround(ownerId, at), session);
      await tallies.bulkWrite(
        hoursAround(at).map((hour) => upsert({ owner, at: hour }, {})),
        { session },
      );
      return talliesAround(found, ownerId, at);
    },

    /**
     * Adds to hours, one write of each and always in the same order: two transactions that meet do so at the first one.
     * A sum stops at the greatest amount: what is only counted, such as dear clicks that were rejected, has no other bound.
     *
     * @param session of the transaction that it belongs to
     */
    add: async (session: DatabaseSession, changes: readonly HourChange<Owner>[]): Promise<void> => {
      const byId = groupsOf(
        changes.filter(({ amount }) => amount !== 0n),
        idOf,
      );
      if (byId.size === 0) return;
      const inOrder = [...byId].sort(([one], [other]) => (one < other ? -1 : 1));
      const known = await list(
        inOrder.map(([id]) => id),
        session,
      );
      await tallies.bulkWrite(
        inOrder.map(([id, ofHour]) => upsert(ofHour[0], sumsOf(ofHour, known.get(id)))),
        { session },
      );
    },
  };
}

/** Amounts to add, by path: as much as fits on top of the stored ones. */
function sumsOf(
  changes: readonly HourChange<unknown>[],
  known: HourTally | undefined,
): Readonly<Record<string, Amount>> {
  const sums: Record<string, Amount> = {};
  for (const { path, amount } of changes) {
    const before = storedAt(known, path);
    const sum = (sums[path] ?? 0n) + amount;
    sums[path] = before + sum > maxAmount ? maxAmount - before : sum;
  }
  return sums;
}

const isMinuteMember = (name: string): name is keyof MinuteTally =>
  Object.hasOwn(emptyMinute, name);

function storedAt(known: HourTally | undefined, path: string): Amount {
  if (path === 'spent' || path === 'peerSpent') return known?.[path] ?? 0n;
  const [, minute, member] = path.split('.');
  const tally = known?.minutes.get(Number(minute));
  return member !== undefined && isMinuteMember(member) ? (tally?.[member] ?? 0n) : 0n;
}

function toTally(document: HourTallyDocument): HourTally {
  const { spent = 0n, peerSpent, minutes = {}, version } = document;
  return {
    spent,
    ...(peerSpent !== undefined && { peerSpent }),
    minutes: new Map(
      Object.entries(minutes).map(([minute, stored]) => [
        Number(minute),
        { ...emptyMinute, ...stored },
      ]),
    ),
    version,
  };
}
