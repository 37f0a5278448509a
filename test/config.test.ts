import { describe, expect, it } from '@jest/globals';
import { parseConfig } from '../src/config';

describe('settings', () => {
  it('has defaults for everything', () => {
    expect(parseConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      hasDemo: true,
      mongodbUri: null,
      allowsAutomaticPublishers: true,
    });
  });

  it('gives credit to everybody only where no wallet pays', () => {
    const wallet = { ADGATE_WALLET_URL: 'http://127.0.0.1:6869/' };
    expect(parseConfig({}).defaultCredit).toBeNull();
    expect(parseConfig(wallet).defaultCredit).toBe(0n);
    expect(parseConfig({ ...wallet, ADGATE_DEFAULT_CREDIT: 'unlimited' }).defaultCredit).toBeNull();
  });

  it('shows metrics on the gateway’s own address, or on another one', () => {
    const port = { ADGATE_HOST: '::1', ADGATE_METRICS_PORT: '9464' };
    expect(parseConfig({}).metrics).toBeNull();
    expect(parseConfig(port).metrics).toEqual({ host: '::1', port: 9464 });
    expect(parseConfig({ ...port, ADGATE_METRICS_HOST: '10.0.0.1' }).metrics).toEqual({
      host: '10.0.0.1',
      port: 9464,
    });
  });

  it('pays through a wallet of this machine only', () => {
    expect(() => parseConfig({ ADGATE_WALLET_URL: 'http://10.0.0.1:6869/' })).toThrow(
      'ADGATE_WALLET_URL must be a URL of this machine',
    );
  });

  it('pays the community’s fee to somebody else', () => {
    const fee = { ADGATE_COMMUNITY_FEE: '100' };
    const to = (address: string) => ({ ...fee, ADGATE_COMMUNITY_FEE_ADDRESS: address });
    expect(parseConfig({}).verification.communityFee).toBe(0);
    expect(parseConfig(to('0001-00000004-DBEB')).payouts.communityAddress).toBe(
      '0001-00000004-DBEB',
    );
    expect(() => parseConfig(fee)).toThrow(
      'ADGATE_COMMUNITY_FEE needs ADGATE_COMMUNITY_FEE_ADDRESS',
    );
    expect(() => parseConfig(to('0001-00000001-8B4E'))).toThrow('nobody pays himself');
    expect(() => parseConfig(to('0001-00000001-8b4e'))).toThrow('nobody pays himself');
    expect(() => parseConfig(to('0001-00000002-0000'))).toThrow('must be an account address');
    expect(() => parseConfig({ ADGATE_COMMUNITY_FEE: '5001' })).toThrow(
      'ADGATE_COMMUNITY_FEE must be a whole number of 0 to 5000',
    );
  });

  it('writes accounts on the ledger as the ledger does, whatever case they are given in', () => {
    const { ledgerAddress, payouts } = parseConfig({
      ADGATE_LEDGER_ADDRESS: '0001-00000005-cbca',
      ADGATE_COMMUNITY_FEE_ADDRESS: '0001-00000004-dbeb',
    });
    expect(ledgerAddress).toBe('0001-00000005-CBCA');
    expect(payouts.communityAddress).toBe('0001-00000004-DBEB');
  });

  it('takes an empty variable for an absent one', () => {
    expect(parseConfig({ MONGODB_URI: '', PORT: '' })).toMatchObject({
      port: 8080,
      mongodbUri: null,
    });
  });

  it.each([
    [{ ADGATE_DATADIR: '/x' }, 'ADGATE_DATADIR is not a setting, did you mean ADGATE_DATA_DIR?'],
    [{ ADGATE_XYZZY: '1' }, 'ADGATE_XYZZY is not a setting ('],
    [
      { ADGATE_DATA_FOLDER: '/x' },
      'ADGATE_DATA_FOLDER is not a setting, did you mean ADGATE_DATA_DIR?',
    ],
    [{ PORT: '80800' }, 'PORT'],
    [{ PORT: 'http' }, 'PORT must be a whole number'],
    [{ MONGODB_URI: 'postgres://x' }, 'MONGODB_URI must begin with mongodb://'],
    [
      { ADGATE_LEDGER_ADDRESS: '0001-00000001-0000' },
      'ADGATE_LEDGER_ADDRESS must be an account address',
    ],
    [
      { ADGATE_PUBLIC_URL: 'https://ads.example/path' },
      'ADGATE_PUBLIC_URL must be an http(s) URL without a path',
    ],
    [{ ADGATE_TRUSTED_PROXIES: '10.0.0.0/40' }, 'ADGATE_TRUSTED_PROXIES'],
    [{ ADGATE_DEMO: 'yes' }, 'ADGATE_DEMO must be 0 or 1'],
  ])('refuses %j', (env, message) => {
    expect(() => parseConfig(env)).toThrow(message);
  });

  it('takes a classifier for other servers only with a key that these can sign for', () => {
    const key = Buffer.alloc(32, 1).toString('base64url');
    const peer = { ADGATE_PEER_CLASSIFIER: 'staff' };
    const message = 'ADGATE_PEER_CLASSIFIER must name a classifier of ADGATE_CLASSIFIERS';
    for (const classifiers of ['', `staff:hmac-sha256:${key}`, `other:ed25519:${key}`])
      expect(() => parseConfig({ ...peer, ADGATE_CLASSIFIERS: classifiers })).toThrow(message);
    const both = { ...peer, ADGATE_CLASSIFIERS: `staff:ed25519:${key}` };
    expect(parseConfig(both)).toMatchObject({ peerClassifier: 'staff' });
  });

  it('names every bad setting at once', () => {
    expect(() => parseConfig({ PORT: 'x', ADGATE_DEMO: 'y', ADGATE_NOPE: '1' })).toThrow(
      /ADGATE_NOPE.*PORT.*ADGATE_DEMO/,
    );
  });
});
