import { type Connection, Schema } from 'mongoose';
import type { AllParams } from '../../platform/lists/all';
import { readAll } from '../../platform/lists/list.store';
import { dayMs } from '../../time';
import { type RefusedDomain, refusedDomainIdOf, type RefusedDomainKind } from './refused-domain';
import { literalPattern } from '../../platform/database/literal-pattern';

interface RefusedDomainDocument extends Omit<RefusedDomain, 'id'> {
  readonly _id: string;
  /** null: it is refused. */
  readonly liftedAt: Date | null;
  /** Lifted ones are kept so long that every process has heard of them. */
  readonly expiresAt: Date | null;
  readonly updatedAt: Date;
}

/** A list of operators, and the part of it that is searched for. */
export interface RefusedDomainFilter {
  /** null: both. */
  readonly kind: RefusedDomainKind | null;
  /** Part of the domain, in lower case; null: any. */
  readonly search: string | null;
}

export type RefusedDomainStore = ReturnType<typeof createRefusedDomainStore>;

const liftedKeptMs = 2 * dayMs;
const perRead = 5_000;

const schema = new Schema<RefusedDomainDocument>(
  {
    ...{ _id: String, kind: String, domain: String },
    reason: { type: String, default: '' },
    refusedById: { type: String, default: null },
    refusedAt: Date,
    liftedAt: { type: Date, default: null },
    expiresAt: { type: Date, default: null },
    updatedAt: Date,
  } satisfies Record<keyof RefusedDomainDocument, unknown>,
  { versionKey: false, collection: 'refusedDomains' },
)
  .index({ updatedAt: 1 })
  .index({ liftedAt: 1, _id: 1 })
  .index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

const isRefused = { liftedAt: null };

/** Domains that operators refuse. Gateways take up what changed by `updatedAt`. */
export function createRefusedDomainStore(db: Connection, now: () => Date) {
  const model = db.model('RefusedDomain', schema);
  return {
    models: [model],

    /** Refuses domains; one that is refused already has its new reason. */
    async refuse(
      domains: readonly string[],
      terms: Pick<RefusedDomain, 'kind' | 'reason' | 'refusedById'>,
    ): Promise<void> {
      const at = now();
      const state = { refusedAt: at, liftedAt: null, expiresAt: null, updatedAt: at };
      await model.bulkWrite(
        domains.map((domain) => ({
          updateOne: {
            filter: { _id: refusedDomainIdOf(terms.kind, domain) },
            update: { $set: { ...terms, domain, ...state } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** @returns how many of them were refused. */
    async lift(kind: RefusedDomainKind, domains: readonly string[]): Promise<number> {
      const at = now();
      const ids = domains.map((domain) => refusedDomainIdOf(kind, domain));
      const expiresAt = new Date(at.getTime() + liftedKeptMs);
      const { modifiedCount } = await model.updateMany(
        { _id: { $in: ids }, ...isRefused },
        { $set: { liftedAt: at, expiresAt, updatedAt: at } },
      );
      return modifiedCount;
    },

    /** Counts those that are refused. @param except of these ids are not counted */
    count(except: readonly string[]): Promise<number> {
      return model.countDocuments({ ...isRefused, _id: { $nin: except } });
    },

    async listByIds(ids: readonly string[]): Promise<readonly RefusedDomain[]> {
      const found = await model
        .find({ _id: { $in: ids }, ...isRefused })
        .lean<RefusedDomainDocument[]>();
      return found.map(toRefusedDomain);
    },

    /** In the order of their ids. */
    async listAll(
      { kind, search }: RefusedDomainFilter,
      part: AllParams,
    ): Promise<readonly RefusedDomain[]> {
      const domain = search === null ? {} : { domain: { $regex: literalPattern(search) } };
      const found = await readAll<RefusedDomainDocument>(
        model,
        { filter: { kind }, more: { ...isRefused, ...domain } },
        part,
      );
      return found.map(toRefusedDomain);
    },

    async *stream(): AsyncGenerator<readonly RefusedDomain[]> {
      for (let after = ''; ; ) {
        const found: readonly RefusedDomainDocument[] = await model
          .find({ ...isRefused, _id: { $gt: after } })
          .sort({ _id: 1 })
          .limit(perRead)
          .lean<RefusedDomainDocument[]>();
        yield found.map(toRefusedDomain);
        const last = found.at(-1);
        if (!last || found.length < perRead) return;
        after = last._id;
      }
    },
  };
}

function toRefusedDomain(document: RefusedDomainDocument): RefusedDomain {
  const { _id: id, kind, domain, reason, refusedById, refusedAt } = document;
  return { id, kind, domain, reason, refusedById, refusedAt };
}
