import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../../sidecar/rpc/settings';
import { dropSecret, readWalletConfig } from '../../../sidecar/wallet/config';
import { testAccount } from './support';

const { address, secret } = testAccount;
const env = {
  ADGATE_WALLET_ADDRESS: address,
  ADGATE_WALLET_SECRET: secret,
  ADGATE_WALLET_NODES: 'node.example.com',
};

describe('readWalletConfig', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'adgate-wallet-'));
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function fileWith(text: string, mode = 0o600): string {
    const path = join(folder, `settings-${mode.toString(8)}-${text.length}`);
    writeFileSync(path, text);
    chmodSync(path, mode);
    return path;
  }

  it('has defaults for all but account and node', () => {
    expect(readWalletConfig({ ...env, PATH: '/bin' })).toMatchObject({
      host: '127.0.0.1',
      port: 6869,
      account: { address: { node: 1, user: 2 } },
      nodes: [{ host: 'node.example.com', port: 6511, isPrivate: false }],
      logLevel: 'info',
    });
  });

  it('reads address, secret, host and port from a file', () => {
    const path = fileWith(
      `# mine\n\naddress=${address}\nsecret = ${secret}\nhost=127.0.0.1\nport=1\n`,
    );
    expect(readWalletConfig({ ADGATE_WALLET_FILE: path })).toMatchObject({
      account: { address: { node: 1, user: 2 } },
      nodes: [{ host: '127.0.0.1', port: 1, isPrivate: true }],
    });
  });

  it('lets the environment win over the file', () => {
    const path = fileWith(`address=0001-00000000-9B6F\nsecret=x\nnodes=a.example:1\n`);
    const fromBoth = readWalletConfig({ ...env, ADGATE_WALLET_FILE: path });
    expect(fromBoth.account.address).toEqual({ node: 1, user: 2 });
    expect(fromBoth.nodes).toMatchObject([{ host: 'node.example.com' }]);
  });

  it.each([0o644, 0o640, 0o604, 0o620, 0o602, 0o660, 0o666, 0o601])(
    'refuses a file of mode %o',
    (mode) => {
      const path = fileWith(`address=${address}\nsecret=${secret}\nhost=a.example\n`, mode);
      expect(() => readWalletConfig({ ADGATE_WALLET_FILE: path })).toThrow('chmod 600');
    },
  );

  it.each([0o600, 0o400])('takes a file of mode %o', (mode) => {
    const path = fileWith(`address=${address}\nsecret=${secret}\nhost=a.example\n`, mode);
    expect(readWalletConfig({ ADGATE_WALLET_FILE: path }).nodes).toHaveLength(1);
  });

  it('looks at the file that a link leads to', () => {
    const link = join(folder, 'link');
    symlinkSync(fileWith(`address=${address}\nsecret=${secret}\nhost=b.example\n`, 0o644), link);
    expect(() => readWalletConfig({ ADGATE_WALLET_FILE: link })).toThrow('chmod 600');
  });

  it('refuses a folder that others may read', () => {
    chmodSync(folder, 0o755);
    expect(() => readWalletConfig({ ADGATE_WALLET_FILE: folder })).toThrow('chmod 600');
    chmodSync(folder, 0o700);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no address', { ADGATE_WALLET_ADDRESS: '' }, 'ADGATE_WALLET_ADDRESS is empty'],
    ['no secret', { ADGATE_WALLET_SECRET: '' }, 'ADGATE_WALLET_SECRET is empty'],
    ['no node', { ADGATE_WALLET_NODES: '' }, 'ADGATE_WALLET_NODES is empty'],
    ['a wrong checksum', { ADGATE_WALLET_ADDRESS: '0001-00000002-BB2E' }, 'does not match'],
    ['an unknown setting', { ADGATE_WALLET_KEY: secret }, 'ADGATE_WALLET_KEY is not a setting'],
    ['a missing file', { ADGATE_WALLET_FILE: '/nowhere' }, 'cannot open /nowhere: ENOENT'],
    ['a bad port', { ADGATE_WALLET_PORT: '70000' }, 'ADGATE_WALLET_PORT must be'],
    ['a bad level', { ADGATE_WALLET_LOG_LEVEL: 'loud' }, 'ADGATE_WALLET_LOG_LEVEL must be'],
    ...[
      '0.0.0.0',
      '::',
      '10.0.0.1',
      '192.168.1.1',
      'example.com',
      'localhost',
      '127.0.0.256',
      '128.0.0.1',
      '::ffff:127.0.0.1',
    ].map((host): [string, Record<string, string>, string] => [
      `to listen on ${host}`,
      { ADGATE_WALLET_HOST: host },
      'must be a loopback address',
    ]),
  ])('refuses %s', (_case, change, message) => {
    const read = () => readWalletConfig({ ...env, ...change });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
    expect(read).not.toThrow(secret);
  });

  it.each(['address', 'secrets=x', '=x', 'constructor=x'])('refuses a line %j', (line) => {
    const path = fileWith(`${line}\n${'#'.repeat(line.length)}\n`);
    expect(() => readWalletConfig({ ADGATE_WALLET_FILE: path })).toThrow('line 1 must be one of');
  });

  it.each(['127.0.0.1', '127.8.8.8', '::1'])('listens on %s', (host) => {
    expect(readWalletConfig({ ...env, ADGATE_WALLET_HOST: host }).host).toBe(host);
  });

  it('holds nothing that shows the secret', () => {
    const shown = inspect(readWalletConfig(env), { depth: 20, showHidden: true });
    expect(shown.toUpperCase()).not.toContain(secret);
  });

  it('takes the secret out of the environment', () => {
    const mine: Record<string, string | undefined> = { ...env };
    dropSecret(mine);
    expect(Object.keys(mine)).not.toContain('ADGATE_WALLET_SECRET');
  });
});
