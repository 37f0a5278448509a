import { expect, it } from '@jest/globals';
import { runCommandLine } from '../support/command-line';

const hour = ['--from', '2026-05-01T12:00:00Z', '--to', '2026-05-01T13:00:00Z'];
const long = ['statistics', '--from', '2020-05-01T12:00:00Z', '--to', '2026-05-01T12:00:00Z'];
const email = 'a@cli.example';
const id = '0'.repeat(32);
const client = ['--owner', email, '--scopes', 'campaign.read'];

// No database is there: what is wrong is told before one is looked for.
it.each([
  [['deposit', 'end', id, 'nonsense'], '<transaction> must be the id'],
  [
    [
      'refused-domain',
      'add',
      '--kind',
      'site',
      '--domain',
      'a.example',
      '--reason',
      'x'.repeat(501),
    ],
    '--reason must have at most 500 characters',
  ],
  [
    ['refused-domain', 'add', '--kind', 'site', '--domain', 'b..example'],
    '--domain must be a domain such as news.example',
  ],
  [['refused-domain', 'list', '--search', 'x'.repeat(254)], '--search must have at most 253'],
  [
    ['account', 'deposit', email, '--amount', '1', '--reference', 'x'.repeat(201)],
    '--reference must have 1 to 200',
  ],
  [['rate', 'set', '0'], '<usd> must be USD above 0'],
  [['statistics', ...hour, '--csv', '--by', 'mood'], '--by must be one of campaign'],
  [['statistics', ...hour, '--csv', '--interval', 'second'], '--interval must be one of hour'],
  [
    ['statistics', ...hour, '--csv', '--time-zone', 'Mars/Olympus'],
    '--time-zone is not a time zone',
  ],
  [['statistics', ...hour, '--csv', '--top', '0'], '--top must be 1 to'],
  [['peer', 'statement', '0001-00000005-CBCB'], '<of> must be an account of the ledger'],
  [['peer', 'receipt', 'list', '--peer', 'nonsense'], '--peer must be an account of the ledger'],
  [
    ['statistics', '--from', '2001-05-01T12:00:00Z', '--to', '2026-05-01T12:00:00Z'],
    '--from is more than ten years',
  ],
  [
    [...long, '--csv', '--interval', 'hour', '--time-zone', 'UTC'],
    '--interval gives more than 10000 rows',
  ],
  [['user', 'show', email, '--uri', 'nonsense'], '--uri is not usable: Invalid scheme'],
  [['db', 'check', '--uri', 'mongodb://'], '--uri is not usable: Protocol and host list'],
  [['db', 'export', '--to', '/x', '--uri', 'mongodb://a/?b=c'], '--uri is not usable: option b'],
  [['doctor', '--uri', 'http://a.example'], '--uri is not usable: Invalid scheme'],
  [['peer', 'find', 'localhost:8080/info.json'], '<place> is neither an address nor a URL'],
  [['user', 'list', '--role', 'advertiser,publisher'], '--role must be one of advertiser'],
  [
    ['audit', 'list', '--from', '2026-05-02T00:00:00Z', '--to', '2026-05-01T00:00:00Z'],
    '--from must be before',
  ],
  [['audit', 'list', '--after', 'nonsense!'], '--after is not a cursor of this list'],
  [['client', 'create', '\n', ...client], '<name> must have 1 to 255'],
  [['client', 'create', 'X', ...client, '--public'], '--redirect-uri must have at least one'],
  [['client', 'rotate-secret', 'nonsense'], '<id> is no id of a client: it has 32 hex digits'],
  [['client', 'delete', 'x'.repeat(10_000)], '<id> is no id of a client: it has 32 hex digits'],
  [['event', 'show', 'nonsense'], '<id> must be the id of an event, such as impression:'],
  [['webhook', 'replay', email, 'nonsense'], '<message> must be the id of a message: msg_'],
  [['auction', 'set', 'third_price'], '<type> must be one of first_price, second_price'],
  [['rate', 'set', '1', '--from', '2026-05-01T12:30:00Z'], '--from must be a full clock hour'],
  [['refused-domain', 'list', '--after', 'news.example'], '--after must be kind:domain'],
  [['peer', 'list', '--after', 'nonsense'], '--after must be an account of the ledger'],
  [['peer', 'statement', id, '--after', id], '--after is for the account of a server'],
  [['peer', 'statement', '0001-00000003-AB0C', '--part', '2'], '--part is for a receipt'],
  [['user', 'show', 'nobody'], '<email> is neither an email nor an id of an account'],
  [['webhook', 'list', id.slice(1)], '<account> is neither an email nor an id'],
  [['audit', 'list', '--account', 'nobody'], '--account is neither an email nor an id'],
  [['deposit', 'list', '--user', 'nobody'], '--user is neither an email nor an id'],
  [['payment', 'list', '--publisher', 'nobody'], '--publisher is neither an email nor an id'],
  [['withdrawal', 'list', '--account', 'nobody'], '--account is neither an email nor an id'],
  [
    ['client', 'create', 'X', '--owner', 'nobody', '--scopes', 'campaign.read'],
    '--owner is neither an email nor an id',
  ],
  [['user', 'payout', email, `eth:0x${'0'.repeat(40)}`], '<address> must be an account'],
])('%j is a wrong command line', async (args, line) => {
  const env = { MONGODB_URI: 'mongodb://127.0.0.1:1/adgate?serverSelectionTimeoutMS=100' };
  expect(await runCommandLine(args, { env })).toMatchObject({
    exitCode: 2,
    printed: '',
    lines: [expect.stringContaining(line)],
  });
});
