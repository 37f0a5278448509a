import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseConfig, settings } from '../src/config';

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

  it('names every bad setting at once', () => {
    expect(() => parseConfig({ PORT: 'x', ADGATE_DEMO: 'y', ADGATE_NOPE: '1' })).toThrow(
      /ADGATE_NOPE.*PORT.*ADGATE_DEMO/,
    );
  });

  it('stands in the README, every one of them and no other', () => {
    const table = readFileSync('README.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \|/gm);
    expect(
      [...table]
        .map(([, name]) => name)
        .filter((name) => !/^ADGATE_(RELAY|WALLET|DEV_NODE)_/.test(name!))
        .sort(),
    ).toEqual(Object.keys(settings).sort());
  });
});
