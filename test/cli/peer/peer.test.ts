import { beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app';
import { runCommandLine } from '../../support/command-line';
import { freshDatabase } from '../../support/database';
import { eventually } from '../../support/eventually';
import { aPeer } from '../../support/peer-access';
import { stopPeer } from '../../../src/peers/directory/stop-peer.service';
import { importOne } from '../../peers/imported';
import { startStranger, strictInfo } from '../../peers/strict-server';

const address = '0001-00000003-AB0C';
const other = '0001-00000004-DBEB';
const env = { ADGATE_PEERS: 'approve', ADGATE_LOOPBACK_PEERS: '1' };

let mongodbUri: string;
let first: TestApp;
let second: TestApp;
async function run(...args: readonly string[]) {
  const { exitCode, printed, lines } = await runCommandLine([...args, '--json'], {
    env: { ...env, MONGODB_URI: mongodbUri },
  });
  return { exitCode, json: JSON.parse(printed), said: printed + lines.join('\n') };
}

beforeAll(async () => {
  mongodbUri = await freshDatabase();
  first = await startApp({ mongodbUri, env });
  second = await startApp({ mongodbUri, env });
  await first.ctx.inTransaction((session) => first.ctx.peers.insert(aPeer(), session));
});

/** Both gateways know it within 2 seconds. */
async function bothKnow(expected: object): Promise<void> {
  await eventually(async () => {
    for (const { ctx } of [first, second])
      expect(ctx.peerDirectory.find(address)).toMatchObject(expected);
    await Promise.resolve();
  }, 2_000);
}

describe('adgate peer', () => {
  it('lists other servers as programs read them', async () => {
    const { json } = await run('peer', 'list');
    expect(json).toEqual({
      peers: [
        {
          address,
          state: 'found',
          url: 'https://peer.example/info.json',
          oursThere: true,
          theirsHere: true,
          campaigns: 0,
          viewsThere: 0,
          viewsHere: 0,
          owed: '0',
          paid: '0',
          received: '0',
        },
      ],
    });
    expect((await run('peer', 'list', '--state', 'allowed')).json).toEqual({ peers: [] });
  });

  it('allows and denies on two gateways within 2 seconds, and keeps each word', async () => {
    const allowed = await run('peer', 'allow', address, '--ours-there', '--daily', '100');
    expect(allowed.json).toMatchObject({ state: 'allowed', oursThere: true, theirsHere: false });
    await bothKnow({ state: 'allowed', theirsHere: false, dailyLimit: 100n * 10n ** 11n });
    const usual = await run('peer', 'allow', address, '--daily', 'usual');
    expect(usual.json).toMatchObject({ state: 'allowed', theirsHere: true, dailyLimit: null });
    expect((await run('peer', 'allow', address, '--daily', 'all')).exitCode).toBe(2);
    const denied = await run('peer', 'deny', address, '--hold');
    expect(denied.json).toMatchObject({ state: 'denied', isHeld: true });
    await bothKnow({ state: 'denied', isHeld: true });
    const { json } = await run('peer', 'show', address);
    expect(json.states.map(({ state }: { readonly state: string }) => state)).toEqual([
      'found',
      'allowed',
      'allowed',
      'denied',
    ]);
  });

  it('is stopped by the system on two gateways within 2 seconds, and allowed again by an operator', async () => {
    await run('peer', 'allow', address);
    await bothKnow({ state: 'allowed' });
    await stopPeer(first.ctx, address, 'bad_answers');
    await bothKnow({ state: 'stopped', stopReason: 'bad_answers' });
    expect((await run('peer', 'join', address, '--most', '5')).said).toContain('allow it first');
    expect((await run('peer', 'join', address)).exitCode).toBe(2);
    await run('peer', 'allow', address, '--theirs-here');
    await bothKnow({ state: 'allowed', stopReason: null, oursThere: false });
    const { json } = await run('peer', 'show', address);
    expect(json).toMatchObject({ ourBroadcastAt: null, obstacle: null });
  });

  it('takes the types of creatives that are named, and asks without a wallet for none', async () => {
    const { json } = await run('peer', 'allow', address, '--types', 'image,html');
    expect(json).toMatchObject({ state: 'allowed', creativeTypes: ['image', 'html'] });
    await run('peer', 'allow', address);
    expect((await run('peer', 'show', address)).json.creativeTypes).toEqual(['image', 'html']);
    expect((await run('peer', 'allow', address, '--types', 'sound')).exitCode).toBe(2);
    expect((await run('peer', 'sync', address)).said).toContain('no wallet');
  });

  it('shows the last list of a server: when it was taken, what was left out, and why', async () => {
    expect((await run('peer', 'show', address)).json.import).toBeNull();
    const { ctx } = first;
    await importOne(ctx, address);
    const at = new Date('2026-02-09T12:00:00Z');
    await ctx.peerImports.put({
      ...{ peer: address, askedAt: at, importedAt: at, nextAt: null, failures: 0, problem: null },
      ...{
        isShrunken: false,
        campaigns: 1,
        creatives: 2,
        bytes: 1_234,
        ...{ reserved: 0, reservedBytes: 0, wanted: 2, wantedBytes: 1_234 },
        leftOut: { id: 2, urls: 1 },
      },
    });
    const [model] = ctx.peerCreatives.models;
    await model!.updateMany({}, { $set: { status: 'rejected', checkProblem: 'other_bytes' } });
    expect((await run('peer', 'show', address)).json.import).toEqual({
      ...{ peer: address, askedAt: at.toISOString(), importedAt: at.toISOString(), nextAt: null },
      ...{ failures: 0, problem: null, isShrunken: false, campaigns: 1, creatives: 2 },
      bytes: 1_234,
      leftOut: { id: 2, urls: 1 },
      notForSale: [{ status: 'rejected', problem: 'other_bytes', count: 1 }],
    });
    const { printed } = await runCommandLine(['peer', 'show', address], {
      env: { ...env, MONGODB_URI: mongodbUri },
    });
    expect(printed).toContain('its list: 1 campaigns with 2 creatives, taken 2026-02-09T12:00:00');
    expect(printed).toContain('left out: id 2, urls 1');
    expect(printed).toContain('not for sale: other_bytes 1');
  });

  it('pauses all of them, and lets them go on', async () => {
    expect((await run('peer', 'pause')).json.pausedAt).not.toBeNull();
    await eventually(async () => {
      expect([first.ctx.peerDirectory.isPaused(), second.ctx.peerDirectory.isPaused()]).toEqual([
        true,
        true,
      ]);
      await Promise.resolve();
    }, 2_000);
    expect((await run('peer', 'resume')).json.pausedAt).toBeNull();
  });

  it('asks a server what it is', async () => {
    const stranger = await startStranger((url) => (_req, res) => {
      res.end(JSON.stringify(strictInfo(url, other)));
    });
    const found = await run('peer', 'find', `${stranger.url}/info.json`);
    expect(found.json).toMatchObject({ address: other, state: 'found', reach: 'answering' });
    stranger.close();
    const again = await run('peer', 'find', other);
    expect(again.json).toMatchObject({ address: other, failures: 1, reach: 'failing' });
  });

  it('orders the joining fee that a server asks for, once', async () => {
    const newcomer = '0001-00000005-CBCA';
    const peer = aPeer({ address: newcomer, state: 'allowed' });
    const found = { ...peer, info: { ...peer.info, joiningFee: 5n * 10n ** 11n } };
    await first.ctx.inTransaction((session) => first.ctx.peers.insert(found, session));
    const dear = await run('peer', 'join', newcomer, '--most', '4.9');
    expect([dear.exitCode, dear.said]).toEqual([1, expect.stringContaining('asks for 5 coins')]);
    const { exitCode, json } = await run('peer', 'join', newcomer, '--most', '5');
    expect([exitCode, json]).toEqual([
      0,
      expect.objectContaining({ recipient: newcomer, amount: '5', state: 'waiting' }),
    ]);
    const again = await run('peer', 'join', newcomer, '--most', '5');
    expect([again.exitCode, again.said]).toEqual([1, expect.stringContaining('is on its way')]);
    const [model] = first.ctx.peers.models;
    await model!.deleteOne({ _id: newcomer as never });
  });

  it('lets no server speak for one that has announced another host', async () => {
    const thief = await startStranger((url) => (_req, res) => {
      res.end(JSON.stringify(strictInfo(url, address)));
    });
    const { exitCode, said } = await run('peer', 'find', `${thief.url}/info.json`);
    thief.close();
    expect([exitCode, said]).toEqual([1, expect.stringContaining('another server cannot speak')]);
    expect((await run('peer', 'show', address)).json.url).toBe('https://peer.example/info.json');
  });

  it.each([
    [['peer', 'show', '0001-00000005-CBCA'], 1, 'not found'],
    [['peer', 'show', '0001-00000005-CBCB'], 2, 'checksum'],
    [['peer', 'find', 'https://127.0.0.1:1/info.json'], 1, 'could not be called'],
    [['peer', 'find', 'javascript:alert(1)'], 2, 'neither an address nor a URL'],
    [['peer', 'find', 'nonsense'], 2, 'neither an address nor a URL'],
    [['peer', 'allow', '0001-00000005-CBCA'], 1, 'not found'],
  ])('%j ends with %i, and says why', async (args, code, problem) => {
    const { exitCode, said } = await run(...args);
    expect(exitCode).toBe(code);
    expect(said).toContain(problem);
  });
});

describe('a find', () => {
  it('does not take the account of an allowed server for a publisher', async () => {
    const find = () =>
      fetch(`${first.url}/supply/find`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          context: {
            iid: '1a2b3c4d-0000-4000-8000-000000000001',
            url: 'https://news.example',
            publisher: address,
          },
          placements: [{ id: 'top', width: 300, height: 250 }],
        }),
      });
    await run('peer', 'allow', address);
    await bothKnow({ state: 'allowed' });
    const refused = await find();
    expect([refused.status, await refused.text()]).toEqual([
      422,
      expect.stringContaining('the account of another server'),
    ]);
    await run('peer', 'deny', address);
    await bothKnow({ state: 'denied' });
    expect((await find()).status).toBe(200);
  });
});
