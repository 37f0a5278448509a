import { type Connection, Schema } from 'mongoose';
import { upsertRacing } from '../../platform/database/upsert';

interface TaxonomyDocument {
  readonly _id: string;
  /** The document as JSON: its keys are no names of fields. */
  readonly text: string;
  readonly updatedAt: Date;
}

export type TaxonomyStore = ReturnType<typeof createTaxonomyStore>;

/** There is one: what is imported replaces it. */
const currentId = 'current';

const schema = new Schema<TaxonomyDocument>(
  { _id: String, text: String, updatedAt: Date } satisfies Record<keyof TaxonomyDocument, unknown>,
  { versionKey: false, collection: 'taxonomies' },
).index({ updatedAt: 1 });

export function createTaxonomyStore(db: Connection) {
  const model = db.model('Taxonomy', schema);
  return {
    models: [model],

    /** The imported document's JSON; null when none was imported. */
    async findText(): Promise<string | null> {
      const found = await model.findById(currentId).lean<TaxonomyDocument>();
      return found?.text ?? null;
    },

    /** Keeps a document in the place of the one before. Gateways take up what changed by `updatedAt`. */
    async replaceText(text: string, updatedAt: Date): Promise<void> {
      await upsertRacing(() =>
        model.updateOne({ _id: currentId }, { $set: { text, updatedAt } }, { upsert: true }),
      );
    },
  };
}
