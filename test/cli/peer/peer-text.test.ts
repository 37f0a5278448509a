import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { printPeer, toPeerJson } from '../../../src/cli/peer/peer-text';
import type { Peer } from '../../../src/peers/directory/peer';
import { getPeer } from '../../../src/peers/directory/peer.service';
import { runCommandLine } from '../../support/command-line';
import { aPeer } from '../../support/peer-access';
import { startVerifier } from '../../support/verification';
import type { Verifier } from '../../support/verifier';

const address = '0001-00000003-AB0C';
/** Each of its own, so that none is taken for another. */
const at = (minute: number) => new Date(Date.UTC(2026, 1, 9, 12, minute, 7, 250));
const written = (minute: number) => `2026-02-09T12:${String(minute).padStart(2, '0')}:07.250Z`;

const env = { ADGATE_PEERS: 'approve' };
let verifier: Verifier;
beforeAll(async () => {
  verifier = await startVerifier({ env });
  verifier.clock.now = at(30);
});
beforeEach(async () => {
  const { peers, peerImports } = verifier.ctx;
  for (const { models } of [peers, peerImports])
    for (const model of models) await model.deleteMany();
});

async function show(changes: Partial<Peer>, ourBroadcastAt: Date | null = null) {
  const { ctx } = verifier;
  await ctx.inTransaction((session) => ctx.peers.insert(aPeer({ address, ...changes }), session));
  const services = { ...ctx, readLastBroadcast: () => Promise.resolve(ourBroadcastAt) };
  return printPeer(await toPeerJson(services, await getPeer(ctx, address)));
}

const head = [
  `${address} is found`,
  '  https://peer.example/info.json: AdServer 2.9.0, answering',
  '  our campaigns there: yes, its campaigns here: yes',
];

it('prints both clocks of the last header that was too old, each as its own', async () => {
  const { text, json } = await show({ clocks: { theirs: at(1), ours: at(2) } });
  expect(text.split('\n').slice(3)).toEqual([
    '  last broadcasts: its 2026-02-09T12:00:00.000Z, ours none',
    `  its clock said ${written(1)} when ours said ${written(2)}`,
  ]);
  expect(json.clocks).toEqual({ theirs: at(1), ours: at(2) });
});

it('prints the clocks that were noted last, by the command, too', async () => {
  await show({});
  await verifier.ctx.peers.noteClocks(address, { theirs: at(3), ours: at(9) });
  const args = ['peer', 'show', address];
  const { printed } = await runCommandLine(args, { env: { ...env, MONGODB_URI: verifier.uri } });
  expect(printed).toContain(`  its clock said ${written(3)} when ours said ${written(9)}`);
});

it('prints no line of what there is not', async () => {
  const { text } = await show({ broadcastAt: null });
  expect(text.split('\n')).toEqual([...head, '  last broadcasts: its none, ours none']);
});

it('prints when each server was last announced', async () => {
  const { text, json } = await show({ broadcastAt: at(4) }, at(5));
  expect(text.split('\n')).toEqual([
    ...head,
    `  last broadcasts: its ${written(4)}, ours ${written(5)}`,
  ]);
  expect(json).toMatchObject({ broadcastAt: at(4), ourBroadcastAt: at(5) });
});

it('prints from when on a server is at other hosts', async () => {
  const { info } = aPeer();
  const nextInfo = {
    info: { ...info, serverUrl: 'https://next.example' },
    takenAt: at(6),
  };
  const { text } = await show({ nextInfo });
  expect(text).toContain(`\n  from ${written(6)} on it is at https://next.example`);
});

it.each([
  ['asked for again at a time', at(8), written(8)],
  ['asked for again after a broadcast', null, 'after its next broadcast'],
])('prints when a list was taken, asked for, and is %s', async (_what, nextAt, next) => {
  const state = {
    ...{ peer: address, askedAt: at(7), nextAt, failures: 0, problem: null },
    ...{ isShrunken: false, campaigns: 1, creatives: 2, bytes: 0, leftOut: {} },
    ...{ reserved: 0, reservedBytes: 0, wanted: 0, wantedBytes: 0 },
  };
  const list = '  its list: 1 campaigns with 2 creatives';
  await verifier.ctx.peerImports.put({ ...state, importedAt: at(6) });
  const { text } = await show({});
  expect(text).toContain(`${list}, taken ${written(6)}, asked for ${written(7)}, next ${next}`);
  await verifier.ctx.peerImports.put({ ...state, importedAt: null });
  const again = await show({});
  expect(again.text).toContain(`${list}, taken never yet, asked for ${written(7)}, next ${next}`);
});
