import type { Connection } from 'mongoose';
import type { Config } from '../../config';
import { jobs } from '../../assembly/jobs';
import { createRates } from '../../money/rates/rates';
import { findLastBackup } from '../../platform/database/backup-mark';
import { createTransactions } from '../../platform/database/transaction';
import { findGatewayUrl } from '../../platform/process/gateway-url';
import { createSigningKeyStore } from '../../platform/keys/signing-key.store';
import { createLedgerClient } from '../../platform/ledger/ledger-client';
import { createLog } from '../../platform/process/log';
import { createStores } from '../../assembly/stores';
import { databaseOf } from '../../platform/database/database-of';
import type { Db } from '../db/database';
import { checkForm } from '../db-check/form';
import { checkIndexes } from '../db-check/indexes';
import { checkClock } from '../../platform/findings/clock-check';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';
import { hourMs } from '../../time';
import { checkSecrets, checkTokenKeys } from './key-checks';
import { checkJobs, checkLedger, checkRate } from './service-checks';
import { peerModeOf } from '../../peers/directory/peer-mode';
import { checkPeers, sumOwedToPeers } from './peer-check';
import { checkShardKeys } from './shard-check';

/** One a day, and some hours for it to fail and be made again. */
const maxAgeHours = 36;

/**
 * Findings about the database, the ledger, the rate and the jobs. Nothing is changed but by `mayFix`: a database of an older form
 * stays so, since gateways of an older version may run on it.
 */
export async function checkDatabase(
  db: Connection,
  config: Config,
  { now, mayFix }: { readonly now: () => Date; readonly mayFix: boolean },
): Promise<readonly Finding[]> {
  const database = databaseOf(db);
  const hello = await database.admin().command({ hello: 1 });
  const first = [
    checkTransactions(hello),
    await checkClock(db, now),
    await checkShardKeys(database, { isCluster: hello['msg'] === 'isdbgrid' }),
    await checkBackup(database, now()),
  ];
  const ledger =
    config.ledgerUrls &&
    createLedgerClient({ ...config.ledgerUrls, confirmBlocks: config.confirmBlocks });
  const hasNothing = await isEmpty(database);
  const form = hasNothing
    ? ok('form', 'the database is empty: the first start makes it')
    : await checkForm(database);
  if (form.state !== 'ok' || hasNothing)
    return [...first, form, await checkLedger(config, ledger, null)];

  const stores = createStores(db, { config, contentFolder: null, now });
  const ctx = {
    ...stores,
    ...{ ledger, now, jobs, log: createLog('silent'), inTransaction: createTransactions(db) },
    rates: createRates({ store: stores.rateStore, maxAgeHours: config.rateMaxAgeHours, now }),
  };
  const peerSettings = await stores.peerSettings.get();
  const mode = peerModeOf(config, peerSettings);
  return [
    ...first,
    form,
    await checkIndexes(stores, { db, mayFix }),
    checkTokenKeys(await stores.tokenKeyStore.list(), now()),
    checkSecrets(await createSigningKeyStore(db).list()),
    await checkLedger(config, ledger, ctx),
    await checkRate(ctx),
    await checkJobs(ctx),
    await checkPeers(withOwnUrl(config), {
      ...{ mode, ...peerSettings },
      broadcastAt: await stores.paymentBatches.findBroadcastTime(config.ledgerAddress),
      // Only while the network is off a finding tells the sum.
      owed: mode === 'off' ? await sumOwedToPeers(stores) : 0n,
      now: now(),
    }),
  ];
}

/** The URL that the gateway listens at stands in for a public one where servers of this very machine are its peers. */
function withOwnUrl(config: Config): Config {
  const { publicUrl, allowsLoopbackPeers, dataFolder } = config;
  const ownUrl = allowsLoopbackPeers ? findGatewayUrl(dataFolder) : null;
  return { ...config, publicUrl: publicUrl ?? ownUrl };
}

type Hello = Readonly<Record<string, unknown>>;

function checkTransactions({ setName, msg }: Hello): Finding {
  const check = 'database';
  if (msg === 'isdbgrid') return ok(check, 'a sharded cluster');
  if (typeof setName === 'string') return ok(check, `the replica set ${setName}`);
  return problem(
    check,
    'a single server has no transactions, and money needs them',
    'mongod --replSet rs0, then rs.initiate()',
  );
}

/** Says that nothing has been stored yet. */
async function isEmpty(db: Db): Promise<boolean> {
  const [any] = await db.listCollections({}, { nameOnly: true }).toArray();
  return any === undefined;
}

async function checkBackup(db: Db, now: Date): Promise<Finding> {
  const check = 'backup';
  const remedy = 'adgate db backup <folder>, every day';
  const last = await findLastBackup(db);
  if (!last) return warning(check, '`adgate db backup` has made none', remedy);
  const hours = Math.floor((now.getTime() - last.takenAt.getTime()) / hourMs);
  const text = `the last one is of ${last.takenAt.toISOString()}`;
  return hours > maxAgeHours ? warning(check, text, remedy) : ok(check, text);
}
