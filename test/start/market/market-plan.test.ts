import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '../../../src/config';
import { noteGatewayUrl } from '../../../src/platform/process/gateway-url';
import { prepareDataFolder } from '../../../src/start/data-folder';
import { prepareLedgerFiles, secondServer } from '../../../src/start/ledger-files';
import { marketDemo } from '../../../src/start/market/market-demo';
import { otherServer, planMarket } from '../../../src/start/market/market-plan';

const folder = mkdtempSync(join(tmpdir(), 'adgate-market-plan-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the plan of a market', () => {
  it('has two servers with folders, ports and accounts of their own, on one ledger', () => {
    const { servers, ledger } = planMarket({ ADGATE_DATA_DIR: folder, PORT: '9000' });
    const told = servers.map(({ settings }) => [
      settings['ADGATE_DATA_DIR'],
      settings['PORT'],
      settings['ADGATE_LEDGER_ADDRESS'],
    ]);
    expect(told).toEqual([
      [join(folder, 'market/a'), '9000', '0001-00000001-8B4E'],
      [join(folder, 'market/b'), '9001', '0001-00000004-DBEB'],
    ]);
    expect(ledger?.dataFolder).toBe(join(folder, 'market'));
    for (const { settings } of servers)
      expect(parseConfig(settings)).toMatchObject({
        ...{ peers: 'approve', allowsLoopbackPeers: true, peerImportMs: 5_000 },
      });
  });

  it('leaves what somebody has set, but for what a market is', () => {
    const { servers } = planMarket({ ADGATE_PEER_IMPORT_SECONDS: '60', ADGATE_PEERS: 'off' });
    expect(servers[0]?.settings['ADGATE_PEER_IMPORT_SECONDS']).toBeUndefined();
    expect(servers[0]?.settings['ADGATE_PEERS']).toBe('approve');
  });

  it('takes any port at first, and the same ones again', () => {
    const env = { ADGATE_DATA_DIR: join(folder, 'any'), PORT: '0' };
    const portsOf = () => planMarket(env).servers.map(({ settings }) => settings['PORT']);
    expect(portsOf()).toEqual(['0', '0']);
    const second = join(folder, 'any/market/b');
    prepareDataFolder(second);
    noteGatewayUrl(second, 'http://127.0.0.1:45678');
    expect(portsOf()).toEqual(['0', '45678']);
  });

  it.each([
    ['MONGODB_URI', 'mongodb://127.0.0.1'],
    ['ADGATE_CONTENT_DIR', '/tmp/contents'],
    ['ADGATE_LEDGER_ADDRESS', '0001-00000005-CBCA'],
    ['ADGATE_METRICS_PORT', '9100'],
    ['ADGATE_PUBLIC_URL', 'https://ads.example'],
    ['ADGATE_SERVE_URL', 'https://ads.example'],
    ['ADGATE_WALLET_URL', 'http://127.0.0.1:6869'],
    ['ADGATE_RELAY_URL', 'http://127.0.0.1:6868'],
    ['ADGATE_WALLET_FILE', '/tmp/wallet'],
    ['ADGATE_WALLET_NODES', '127.0.0.1:6511/private'],
    ['ADGATE_RELAY_NODES', '127.0.0.1:6511/private'],
    ['ADGATE_DEMO', '0'],
    ['ADGATE_DEV_LEDGER', '0'],
  ])('is none with %s', (name, value) => {
    expect(() => planMarket({ [name]: value })).toThrow(name);
  });

  it('says which other server each has', () => {
    expect(otherServer('0001-00000001-8B4E')?.address).toBe('0001-00000004-DBEB');
    expect(otherServer('0001-00000004-DBEB')?.address).toBe('0001-00000001-8B4E');
    expect(otherServer('0001-00000005-CBCA')).toBeNull();
  });

  it('gives each server campaigns of its own, and room to the other’s on its page', () => {
    const ours = marketDemo('0001-00000001-8B4E');
    const theirs = marketDemo(secondServer.address);
    type Demo = ReturnType<typeof marketDemo>;
    const sizesOf = ({ campaigns }: Demo) =>
      new Set(campaigns.flatMap(({ imageSizes }) => imageSizes));
    const slugsOf = ({ campaigns }: Demo) => new Set(campaigns.map(({ slug }) => slug));
    expect(ours.site.host).not.toBe(theirs.site.host);
    expect(slugsOf(ours).isDisjointFrom(slugsOf(theirs))).toBe(true);
    expect(sizesOf(ours).has('728x90')).toBe(true);
    expect(sizesOf(theirs).has('728x90')).toBe(false);
    expect(sizesOf(ours).has('300x600')).toBe(false);
    expect(sizesOf(theirs).has('300x600')).toBe(true);
    // A campaign that bids by itself is exported only after a hundred views.
    for (const { maxCpm } of [...ours.campaigns, ...theirs.campaigns])
      expect(maxCpm).not.toBeNull();
  });

  it('has a ledger with accounts for both', () => {
    const { ledger } = planMarket({ ADGATE_DATA_DIR: folder });
    const files = prepareLedgerFiles(join(folder, 'ledgers'), { servers: ledger?.servers ?? [] });
    const wallets = (ledger?.servers ?? []).map(files.walletFileOf);
    expect(wallets.map((path) => path.split('/').at(-1))).toEqual([
      'gateway.wallet',
      'second-gateway.wallet',
    ]);
  });
});
