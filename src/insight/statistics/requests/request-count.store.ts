import { type Connection, Schema } from 'mongoose';
import { nativeCollection } from '../../../platform/database/native-collection';
import { bulkUpsertRacing } from '../../../platform/database/upsert';
import type { DatabaseSession } from '../../../platform/database/transaction';
import { hourMs, quarterMs } from '../../../time';

/** How often a placement was asked for in a quarter of an hour, and how often it was offered something. */
export interface PlacementRequests {
  readonly publisherId: string;
  readonly siteId: string;
  readonly placementId: string;
  /** Number of the quarter since the epoch. */
  readonly quarter: number;
  readonly requests: number;
  readonly offers: number;
}

/** How many requests the server has answered with an error in a quarter of an hour. */
export interface AnsweredErrors {
  /** Number of the quarter since the epoch. */
  readonly quarter: number;
  /** With a status of 400 to 499. */
  readonly clientErrors: number;
  readonly serverErrors: number;
}

/** Stored counts of a quarter of an hour; those of all together have errors, and neither site nor placement. */
export interface StoredRequests
  extends Omit<PlacementRequests, 'publisherId'>,
    Partial<AnsweredErrors> {
  readonly quarter: number;
}

interface RequestCountDocument {
  /** Owner, hour and part. */
  readonly _id: string;
  /** The publisher; empty: of all of them together. */
  readonly ownerId: string;
  /** Number of the clock hour. */
  readonly hour: number;
  /**
   * `requests` and `offers` of each quarter, by `<site id>_<placement id>`; of all together by `total`. A sixteenth of
   * the sites is in one document, so that those of the unclaimed publisher have room.
   */
  readonly counts: Readonly<Record<string, Readonly<Record<string, QuarterCounts>>>>;
}

interface QuarterCounts {
  readonly requests?: bigint;
  readonly offers?: bigint;
  /** Like `serverErrors` of all together alone. */
  readonly clientErrors?: bigint;
  readonly serverErrors?: bigint;
}

/** Hours of a publisher, of all publishers each, or of all together. */
export interface RequestCountQuery {
  readonly owner: { readonly publisherId: string } | 'each' | 'all';
  readonly fromHour: number;
  /** The first one that is not meant. */
  readonly toHour: number;
}

export type RequestCountStore = ReturnType<typeof createRequestCountStore>;

const schema = new Schema<RequestCountDocument>(
  { _id: String, ownerId: String, hour: Number, counts: Schema.Types.Mixed } satisfies Record<
    keyof RequestCountDocument,
    unknown
  >,
  { versionKey: false, collection: 'requestCounts' },
).index({ ownerId: 1, hour: 1 });

const quartersOfHour = hourMs / quarterMs;
const batchSize = 1_000;

/** Counts to be added, by the document's id. */
type AddedDocuments = Map<
  string,
  { readonly ownerId: string; readonly hour: number; readonly added: Map<string, bigint> }
>;

interface CountPlace {
  readonly ownerId: string;
  readonly hour: number;
  readonly part: string;
  /** Within the document's counts. */
  readonly path: string;
}

function addCounts(
  documents: AddedDocuments,
  { ownerId, hour, part, path }: CountPlace,
  counts: Readonly<Partial<Record<keyof QuarterCounts, number>>>,
): void {
  const id = `${ownerId}:${hour}:${part}`;
  let document = documents.get(id);
  if (!document)
    documents.set(id, (document = { ownerId, hour, added: new Map<string, bigint>() }));
  const { added } = document;
  for (const [name, count] of Object.entries(counts)) {
    const key = `counts.${path}.${name}`;
    if (count > 0) added.set(key, (added.get(key) ?? 0n) + BigInt(count));
  }
}

/** How often placements were asked for: counters beside the roll-ups, for finds are not stored. */
export function createRequestCountStore(db: Connection) {
  const model = db.model('RequestCount', schema);
  const conditionsOf = ({ owner, fromHour, toHour }: RequestCountQuery) => ({
    ownerId: owner === 'all' ? '' : owner === 'each' ? { $gt: '' } : owner.publisherId,
    hour: { $gte: fromHour, $lt: toHour },
  });
  return {
    models: [model],

    /** Adds to what is stored, one write for all. */
    async add(
      counted: readonly PlacementRequests[],
      errors: readonly AnsweredErrors[] = [],
    ): Promise<void> {
      const documents: AddedDocuments = new Map();
      for (const { publisherId, siteId, placementId, quarter, requests, offers } of counted) {
        const hour = Math.floor(quarter / quartersOfHour);
        for (const { ownerId, part, key } of [
          { ownerId: publisherId, part: siteId.charAt(0), key: `${siteId}_${placementId}` },
          { ownerId: '', part: '', key: 'total' },
        ]) {
          const place = { ownerId, hour, part, path: `${key}.q${quarter % quartersOfHour}` };
          addCounts(documents, place, { requests, offers });
        }
      }
      for (const { quarter, clientErrors, serverErrors } of errors) {
        const hour = Math.floor(quarter / quartersOfHour);
        const place = { ownerId: '', hour, part: '', path: `total.q${quarter % quartersOfHour}` };
        addCounts(documents, place, { clientErrors, serverErrors });
      }
      await bulkUpsertRacing(
        nativeCollection<RequestCountDocument>(model),
        [...documents].map(([_id, { ownerId, hour, added }]) => ({
          updateOne: {
            filter: { _id, ownerId },
            update: { $inc: Object.fromEntries(added), $setOnInsert: { hour } },
            upsert: true,
          },
        })),
      );
    },

    /** How many documents there are, at most `limit`. */
    count(query: RequestCountQuery, limit: number): Promise<number> {
      return model.countDocuments(conditionsOf(query), { limit });
    },

    /** Requests of all publishers together by the clock hour, in no order; hours without a find have none. */
    async listTotals({
      fromHour,
      toHour,
    }: Pick<RequestCountQuery, 'fromHour' | 'toHour'>): Promise<
      readonly { readonly hour: number; readonly requests: number }[]
    > {
      const found = await model
        .find(conditionsOf({ owner: 'all', fromHour, toHour }), { hour: 1, 'counts.total': 1 })
        .lean<(Pick<RequestCountDocument, 'hour'> & Partial<RequestCountDocument>)[]>();
      return found.map(({ hour, counts }) => {
        const quarters = Object.values(counts?.['total'] ?? {});
        return {
          hour,
          requests: quarters.reduce((sum, one) => sum + Number(one.requests ?? 0n), 0),
        };
      });
    },

    /**
     * In no order; of all together without site and placement.
     *
     * @param placements default: all that there are
     */
    async *stream(
      query: RequestCountQuery,
      session: DatabaseSession,
      placements?: readonly { readonly id: string; readonly siteId: string }[],
    ): AsyncGenerator<StoredRequests> {
      const wanted = placements?.map(({ id, siteId }) => [`counts.${siteId}_${id}`, 1] as const);
      const projection = wanted ? { hour: 1, ...Object.fromEntries(wanted) } : null;
      const found: AsyncIterable<
        Pick<RequestCountDocument, 'hour'> & Partial<RequestCountDocument>
      > = model
        .find(conditionsOf(query), projection, { session })
        .lean<RequestCountDocument>()
        .cursor({ batchSize });
      for await (const { hour, counts = {} } of found)
        for (const [key, quarters] of Object.entries(counts))
          for (const [name, { requests = 0n, offers = 0n, ...errors }] of Object.entries(
            quarters,
          )) {
            const [siteId = '', placementId = ''] = key === 'total' ? [] : key.split('_');
            const quarter = hour * quartersOfHour + Number(name.slice(1));
            yield {
              siteId,
              placementId,
              quarter,
              requests: Number(requests),
              offers: Number(offers),
              clientErrors: Number(errors.clientErrors ?? 0n),
              serverErrors: Number(errors.serverErrors ?? 0n),
            };
          }
    },
  };
}
