import type { Connection } from 'mongoose';
import type { Amount } from '../../../amount';
import type { DatabaseSession } from '../../../platform/database/transaction';

/** The booking of an event, as its verdict has it. */
export interface ChargedEvent {
  readonly id: string;
  readonly advertiserId: string;
  readonly siteId: string;
  readonly verdict: {
    readonly status: string;
    /** null: nothing was booked. */
    readonly entryId: string | null;
    /** 10^-11 USD. */
    readonly price: Amount;
    /** 10^-11 USD per coin; null: nothing was converted. */
    readonly rate: Amount | null;
    /** Unit: 10^-11 coins, like the four below. */
    readonly charge: Amount;
    readonly demandFee: Amount;
    readonly supplyFee: Amount;
    /** Absent: 0. */
    readonly communityFee?: Amount;
    readonly revenue: Amount;
  };
}

interface ChargedEventDocument extends Omit<ChargedEvent, 'id'> {
  readonly _id: string;
}

/** The bookings of one entry, as the verdicts of conversions have them. */
export interface ChargedConversions {
  readonly entryId: string;
  readonly count: number;
  /** Unit: 10^-11 coins, like the four below. */
  readonly charge: Amount;
  readonly demandFee: Amount;
  readonly supplyFee: Amount;
  readonly communityFee: Amount;
  readonly revenue: Amount;
}

/** The bookings of one entry before any conversion is counted. */
export const noConversions: Omit<ChargedConversions, 'entryId'> = {
  ...{ count: 0, charge: 0n, demandFee: 0n, supplyFee: 0n, communityFee: 0n, revenue: 0n },
};

interface ChargedConversionDocument {
  readonly _id: string;
  /** Only verdicts that name an entry are asked for. */
  readonly verdict: ChargedEvent['verdict'] & { readonly entryId: string };
}

const projection = { advertiserId: 1, siteId: 1, verdict: 1 } as const;

/** As the index of events has it: nothing else names an entry. */
const charged = { 'verdict.charge': { $gt: 0n } };

/** Events as the books see them: what was charged for them. */
export function createChargedEventStore(db: Connection) {
  // The models are those of the events' own stores.
  const events = () => db.collection<ChargedEventDocument>('events');

  const conversions = () => db.collection<ChargedConversionDocument>('recordedConversions');

  return {
    models: [],

    /** Charged events whose verdict names an entry, by the entry's id; those of one, or all. */
    async *streamByEntry(
      entryId?: string,
      session?: DatabaseSession,
    ): AsyncGenerator<ChargedEvent> {
      const cursor = events().find(
        { 'verdict.entryId': entryId ?? { $gt: '' }, ...charged },
        {
          projection,
          sort: { 'verdict.entryId': 1 },
          batchSize: 2_000,
          ...(session && { session }),
        },
      );
      for await (const document of cursor) yield toChargedEvent(document);
    },

    /** Conversions whose verdict names an entry, summed up by it, in the order of the entries; those of one, or all. */
    async *streamConversions(
      ofEntry?: string,
      session?: DatabaseSession,
    ): AsyncGenerator<ChargedConversions> {
      const cursor = conversions().find(
        { 'verdict.entryId': ofEntry ?? { $type: 'string' } },
        {
          projection: { verdict: 1 },
          sort: { 'verdict.entryId': 1 },
          batchSize: 2_000,
          ...(session && { session }),
        },
      );
      let sums: ChargedConversions[] = [];
      for await (const { verdict } of cursor) {
        const { entryId } = verdict;
        const [before = noConversions] = sums.filter((one) => one.entryId === entryId);
        yield* sums.filter((one) => one.entryId !== entryId);
        sums = [
          {
            entryId,
            count: before.count + 1,
            charge: before.charge + verdict.charge,
            demandFee: before.demandFee + verdict.demandFee,
            supplyFee: before.supplyFee + verdict.supplyFee,
            communityFee: before.communityFee + (verdict.communityFee ?? 0n),
            revenue: before.revenue + verdict.revenue,
          },
        ];
      }
      yield* sums;
    },

    /** The id of a conversion with a charge whose verdict names no entry. */
    async findUnbookedConversion(): Promise<string | null> {
      const found = await conversions().findOne(
        { 'verdict.entryId': null, 'verdict.charge': { $gt: 0n } },
        { projection: { _id: 1 } },
      );
      return found && found._id;
    },

    /** An event with a charge whose verdict names no entry. */
    async findUnbooked(): Promise<ChargedEvent | null> {
      const found = await events().findOne({ 'verdict.entryId': null, ...charged }, { projection });
      return found && toChargedEvent(found);
    },
  };
}

function toChargedEvent({ _id, ...rest }: ChargedEventDocument): ChargedEvent {
  return { id: _id, ...rest };
}
