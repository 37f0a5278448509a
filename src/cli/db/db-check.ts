import type { Config } from '../../config';
import { checkBooks } from '../../money/books/check-books.service';
import { balances } from '../../money/books/checks/balances';
import { entries } from '../../money/books/checks/entries';
import { withUnhurried } from '../../platform/database/connection';
import { createStores } from '../../assembly/stores';
import { defineCommand } from '../command';
import { databaseOf } from '../../platform/database/database-of';
import { uriOption } from './database';
import { describeFindings } from '../doctor/describe-findings';
import { type Finding, ok, problem } from '../../platform/findings/finding';
import { checkForm } from '../db-check/form';
import { checkIndexes } from '../db-check/indexes';
import { checkReferences } from '../db-check/references';
import { withContext, withDatabaseUri } from '../services';

export const dbCheck = defineCommand({
  name: 'db check',
  summary: 'Looks whether the database is whole: form, indexes, references, balances.',
  details: `While gateways run or not; nothing is changed. It exits with 1 when something is wrong. \`adgate books check\` proves more of the money,
and takes longer.`,
  options: { uri: uriOption },
  run: ({ uri }, ctx) =>
    withDatabaseUri({ uri }, ctx, async (at, config) =>
      describeFindings(await examine(at, config, ctx.now())),
    ),
});

async function examine(uri: string, config: Config, now: Date): Promise<readonly Finding[]> {
  const first = await withUnhurried(uri, config.patience, async (db) => {
    const database = databaseOf(db);
    const form = await checkForm(database);
    if (form.state === 'problem') return [form];
    const stores = createStores(db, { config, contentFolder: null, now: () => now });
    return [
      form,
      await checkIndexes(stores, { db, mayFix: false }),
      ...(await checkReferences(database, config, now)),
    ];
  });
  // Opening the books would change what is not of today's form, or lacks something.
  const isAsItShould = first.every(({ check, state }) => check === 'references' || state === 'ok');
  return isAsItShould ? [...first, await checkBalances(uri, config)] : first;
}

async function checkBalances(uri: string, config: Config): Promise<Finding> {
  const checks = await withContext(uri, config, (services) =>
    checkBooks(services, [entries, balances]),
  );
  const [found] = checks.flatMap((check) => check.problem ?? []);
  if (found !== undefined) return problem('books', found, 'adgate books check');
  return ok('books', `${checks.at(0)?.checked ?? 0} entries sum to 0, and to the balances`);
}
