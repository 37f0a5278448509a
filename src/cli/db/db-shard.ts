import { parseConfig } from '../../config';
import { auditedWork } from '../audited-work';
import { CommandError, defineCommand } from '../command';
import { type Db, uriOption, withDatabase } from './database';
import { differenceOf, readShardPlan, type ShardStep, spellShardKey } from './shard-plan';

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
      const plan = await readShardPlan(db);
      if (apply) await auditedWork(db, ctx, () => divide(db, plan, ctx.signal));
      return describe(db.databaseName, plan, { isApplied: apply });
    });
  },
});

async function assertCluster(db: Db): Promise<void> {
  const { msg } = await db.command({ hello: 1 });
  if (msg !== 'isdbgrid')
    throw new CommandError('the database is not a sharded cluster: give the URI of its mongos');
}

async function divide(db: Db, plan: readonly ShardStep[], signal: AbortSignal): Promise<void> {
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

interface Mode {
  readonly isApplied: boolean;
}

function describe(database: string, plan: readonly ShardStep[], mode: Mode) {
  const { isApplied } = mode;
  const width = Math.max(...plan.map(({ collection }) => collection.length)) + 2;
  const lines = plan.map((step) => `  ${step.collection.padEnd(width)} ${outcomeOf(step, mode)}`);
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

function outcomeOf(step: ShardStep, { isApplied }: Mode): string {
  if (step.state === 'differs') return differenceOf(step);
  if (step.state === 'divided') return `is divided by ${spellShardKey(step.key)} already`;
  return `${isApplied ? 'was' : 'would be'} divided by ${spellShardKey(step.key)}`;
}
