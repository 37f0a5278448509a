import { parseConfig } from '../config';
import { type ShardKey, shardKeys } from '../platform/database/shard-keys';
import { auditedWork } from './audited-work';
import { CommandError, defineCommand } from './command';
import { type Db, uriOption, withDatabase } from './database';

export const dbShard = defineCommand({
  name: 'db shard',
  summary: 'Divides the collections of a sharded cluster.',
  details: `Shows what it would do; with --apply it does so. What is divided already stays as it is, so that it can be run
again, with or without gateways that run. The URI is that of a mongos.`,
  options: {
    apply: { description: 'do it; without it nothing is changed' },
    uri: { ...uriOption, description: 'mongodb://… of a mongos; default: MONGODB_URI' },
  },
  async run({ apply, uri }, ctx) {
    if (uri === null && parseConfig(ctx.env).mongodbUri === null)
      throw new CommandError(
        'the embedded database is one server, not a sharded cluster: give --uri or set MONGODB_URI',
      );
    return withDatabase({ uri, mustExist: true }, ctx, async (db) => {
      await assertCluster(db);
      const plan = planOf(await readShardKeys(db));
      if (apply) await auditedWork(db, ctx, () => divide(db, plan, ctx.signal));
      return describe(db.databaseName, plan, apply);
    });
  },
});

/** What is to be done with a collection: `differs` is what people must decide. */
interface Step {
  readonly collection: string;
  readonly key: ShardKey | null;
  readonly present: object | null;
  readonly state: 'divide' | 'divided' | 'differs';
}

async function assertCluster(db: Db): Promise<void> {
  const { msg } = await db.command({ hello: 1 });
  if (msg !== 'isdbgrid')
    throw new CommandError('the database is not a sharded cluster: give the URI of its mongos');
}

/** Keys of the collections that are divided. */
async function readShardKeys(db: Db): Promise<ReadonlyMap<string, object>> {
  const prefix = `${db.databaseName}.`;
  const found = await db.client
    .db('config')
    .collection<{ readonly _id: string; readonly key: object }>('collections')
    // Servers before 5.0 keep those that were dropped, and later ones list some that are not divided.
    .find({
      _id: { $in: Object.keys(shardKeys).map((name) => prefix + name) },
      dropped: { $ne: true },
      unsplittable: { $ne: true },
    })
    .toArray();
  return new Map(found.map(({ _id, key }) => [_id.slice(prefix.length), key]));
}

function planOf(present: ReadonlyMap<string, object>): readonly Step[] {
  return Object.entries(shardKeys).flatMap(([collection, key]): Step[] => {
    const other = present.get(collection) ?? null;
    if (other === null) return key ? [{ collection, key, present: null, state: 'divide' }] : [];
    const state = key !== null && spell(key) === spell(other) ? 'divided' : 'differs';
    return [{ collection, key, present: other, state }];
  });
}

async function divide(db: Db, plan: readonly Step[], signal: AbortSignal): Promise<void> {
  const [wrong] = plan.filter(({ state }) => state === 'differs');
  if (wrong)
    throw new CommandError(
      `${differenceOf(wrong)}: reshardCollection or unshardCollection changes that; nothing was done`,
    );
  const admin = db.client.db('admin');
  // Servers from 6.0 on need it no more, and take it.
  await admin.command({ enableSharding: db.databaseName });
  for (const { collection, key, state } of plan) {
    if (state === 'divided' || key === null) continue;
    signal.throwIfAborted();
    // A collection that has documents needs an index of its key; gateways make those that are not hashed.
    if (Object.values(key).includes('hashed'))
      await db.collection(collection).createIndex(key, {}, {});
    await admin.command({ shardCollection: `${db.databaseName}.${collection}`, key });
  }
}

function describe(database: string, plan: readonly Step[], isApplied: boolean) {
  const width = Math.max(...plan.map(({ collection }) => collection.length)) + 2;
  const lines = plan.map(
    (step) => `  ${step.collection.padEnd(width)} ${outcomeOf(step, isApplied)}`,
  );
  const hasWork = plan.some(({ state }) => state !== 'divided');
  const left = hasWork ? 'nothing was changed: --apply does it' : 'all is divided already';
  return {
    text: [...lines, isApplied ? `${database} is divided` : left].join('\n'),
    json: {
      database,
      isApplied,
      collections: plan.map(({ collection, key, present, state }) => ({
        name: collection,
        key,
        state: isApplied ? 'divided' : state,
        ...(state === 'differs' && { present }),
      })),
    },
  };
}

function outcomeOf(step: Step, isApplied: boolean): string {
  if (step.state === 'differs') return differenceOf(step);
  if (step.state === 'divided') return `is divided by ${spell(step.key)} already`;
  return `${isApplied ? 'was' : 'would be'} divided by ${spell(step.key)}`;
}

function differenceOf({ collection, key, present }: Step): string {
  const wanted = key ? `by ${spell(key)}` : 'on one shard';
  return `${collection} is divided by ${spell(present)}, but should be ${wanted}`;
}

const spell = (key: object | null): string => JSON.stringify(key);
