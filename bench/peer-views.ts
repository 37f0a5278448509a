import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import { createSigningKeyStore } from '../src/platform/keys/signing-key.store';
import { anId } from './support/chance';
import { measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { startGatewayProcess } from './support/gateway';
import { insertPeers, knownPeerAddress } from './support/known-peers';
import { type LoadRequest, startLoadGenerator, toLoadRequest } from './support/load';
import { createOffer, offerRequests, offersOf } from './support/offers';
import { reportCpu } from './support/report';

/** P22-view: a durable view on another server's site / one on a site of ours. */
const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '64' },
  },
});
const measurement = {
  rounds: Number(options.rounds),
  windowMs: Number(options.window),
  connections: Number(options.connections),
};
const page = { url: 'https://news.example/a?b=1', zone: anId(), keywords: '', metamask: 0 };
const ctx = Buffer.from(JSON.stringify({ page })).toString('base64url');

void withDatabase(main);

async function main(db: Connection, uri: string): Promise<void> {
  const offer = await createOffer(db);
  const keys = await createSigningKeyStore(db).getOrCreate('event-urls', randomBytes(32));
  await insertPeers(db, 1);
  const gateway = await startGatewayProcess(uri, {
    without: 'jobs',
    env: { ADGATE_PEERS: 'approve', ADGATE_TRUSTED_PROXIES: '127.0.0.1' },
  });
  const load = startLoadGenerator();
  const own = offerRequests(keys, offer, { ...measurement, path: '/view' });
  const told = `pto=${knownPeerAddress(0)}&pid=${anId()}&iid=${anId()}&ctx=${ctx}`;
  const peers = () =>
    Array.from({ length: offersOf(measurement) }, () =>
      toLoadRequest('GET', `/peer/view/${offer.creativeId}?cid=${anId()}&${told}`),
    );
  try {
    const [theirs, ours] = await measureCpuPerRequest(
      load,
      [
        { name: 'peer', server: gateway, requests: () => peers().map(ofItsNetwork), status: 200 },
        { name: 'own', server: gateway, requests: () => own().map(ofItsNetwork), status: 200 },
      ],
      measurement,
    );
    if (theirs && ours) reportCpu('P22-view durable view of another server / ours', theirs, ours);
    await assertStored(db, { peer: theirs?.answered ?? 0, own: ours?.answered ?? 0 });
  } finally {
    load.stop();
    await gateway.stop();
  }
}

/** A network has a hundred requests in a second. */
function ofItsNetwork({ head, ...request }: LoadRequest, at: number): LoadRequest {
  const address = `198.${18 + (at >> 16)}.${(at >> 8) % 256}.${at % 256}`;
  return { ...request, head: head.replace(/\r\n\r\n$/, `\r\nX-Forwarded-For: ${address}$&`) };
}

async function assertStored(
  db: Connection,
  answered: { readonly peer: number; readonly own: number },
): Promise<void> {
  const events = db.collection('events');
  const ofPeers = await events.countDocuments({ peer: { $exists: true } });
  const own = (await events.countDocuments({})) - ofPeers;
  if (ofPeers < answered.peer || own < answered.own)
    throw new Error(`${ofPeers} and ${own} events are stored: ${JSON.stringify(answered)}`);
}
