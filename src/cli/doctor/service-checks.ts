import type { Connection } from 'mongoose';
import { formatAmount } from '../../amount';
import type { ServiceContext } from '../../context';
import { listJobs } from '../../platform/jobs/job.service';
import { checkBackup } from './backup-check';
import { checkClock } from './clock-check';
import { type Finding, ok, problem, warning } from './finding';

/** What the database and what is beside it tell. */
export async function checkServices(
  services: ServiceContext,
  db: Connection,
): Promise<readonly Finding[]> {
  const hello = await db.db!.admin().command({ hello: 1 });
  return [
    checkTransactions(hello),
    await checkClock(db, services.now),
    await checkLedger(services),
    await checkRate(services),
    checkMail(services),
    await checkJobs(services),
    await checkBackup(db, services.now()),
  ];
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

async function checkLedger({ config, ledger }: ServiceContext): Promise<Finding> {
  const check = 'ledger';
  if (ledger === null) return ok(check, 'this gateway pays nothing out');
  const remedy = 'npm run start:wallet, with the key of the account, beside the gateway';
  try {
    const { address, balance } = await ledger.readOwnAccount();
    if (address !== config.ledgerAddress)
      return problem(
        check,
        `the wallet has the account ${address}, the settings name ${config.ledgerAddress}`,
        `ADGATE_LEDGER_ADDRESS=${address}`,
      );
    if (balance <= 0n)
      return problem(check, 'the account is empty: nobody can be paid', `transfer to ${address}`);
    return ok(check, `${address} has ${formatAmount(balance)} coins`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return problem(check, `the wallet does not answer: ${reason}`, remedy);
  }
}

async function checkRate({ rates, now }: ServiceContext): Promise<Finding> {
  await rates.refresh();
  const until = rates.freshUntil();
  if (until === null)
    return problem(
      'exchange rate',
      'there is none: nothing is sold',
      'adgate rate set <USD per coin>',
    );
  const hours = Math.floor((until.getTime() - now().getTime()) / 3_600_000);
  if (hours < 2)
    return warning('exchange rate', 'ends within two hours', 'adgate rate set <USD per coin>');
  return ok('exchange rate', `is good for ${hours} hours`);
}

function checkMail({ config }: ServiceContext): Finding {
  if (config.mail !== null) return ok('mail', `from ${config.mail.from}`);
  return warning(
    'mail',
    'nobody can reset a password, and changes of addresses are not told',
    'ADGATE_SMTP_URL=smtps://… ADGATE_MAIL_FROM=…',
  );
}

async function checkJobs(services: ServiceContext): Promise<Finding> {
  const failing = (await listJobs(services)).filter(({ pieces }) =>
    pieces.some(({ lastResult }) => lastResult === 'failed'),
  );
  if (failing.length === 0) return ok('jobs', 'none failed last');
  const names = failing.map(({ name }) => name).join(', ');
  return problem('jobs', `failed last: ${names}`, 'adgate job list');
}
