import type { Connection } from 'mongoose';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Offer, signOffer } from '../../src/market/events/event-token';
import type { SigningKey } from '../../src/platform/keys/signing-key.store';
import { anId } from './events';

export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Of its own request, made now. */
export const anOffer = (): Offer => ({
  requestId: anId(),
  placementId: anId(),
  siteId: anId(),
  publisherId: anId(),
  creativeId: anId(),
  campaignId: anId(),
  advertiserId: anId(),
  trackingId: anId(),
  ordinal: 0,
  offeredAt: Math.floor(Date.now() / 1000),
  viewPrice: 200_000_000n,
  clickPrice: 5_000_000_000n,
  needsConfirmation: false,
  isTest: false,
  isWeb: true,
  isForeign: false,
  unmeasuredPrice: 100,
});

/** An answer's status, or why there is none. */
function getStatus(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const req = get(url, { agent, headers: { 'User-Agent': firefox }, timeout: 30_000 }, (res) => {
      res.on('end', () => {
        resolve(res.statusCode!);
      });
      res.on('error', () => {
        resolve('cut');
      });
      res.resume();
    });
    req.on('timeout', () => req.destroy());
    req.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message;
      // A connection that was idle may end while a request is sent on it: RFC 9112 §9.3.1 has that tried again.
      if (req.reusedSocket && code === 'ECONNRESET') resolve(getStatus(url, agent));
      else resolve(code);
    });
  });
}

/** Sends views without an end, some at a time, by connections that are kept. */
export function streamViews(
  url: string,
  { keys, clients }: { readonly keys: readonly SigningKey[]; readonly clients: number },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const acknowledged: string[] = [];
  const failures: (number | string)[] = [];
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const caseId = anId();
      const token = signOffer(keys, anOffer()).impressionToken;
      const status = await getStatus(`${url}/view?e=${token}&cid=${caseId}`, agent);
      if (status === 200) acknowledged.push(caseId);
      else failures.push(status);
      // Nobody listens: what was not taken may be sent again.
      if (status === 'ECONNREFUSED') await pause(20);
    }
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return {
    acknowledged,
    failures,
    /** Resolves when so many more were acknowledged. */
    async untilAcknowledged(more: number) {
      const target = acknowledged.length + more;
      while (acknowledged.length < target) await pause(5);
    },
    async stop() {
      isStopped = true;
      await ended;
      agent.destroy();
    },
  };
}

/** Cases that are stored, as often as they are. */
export async function listStoredCases(db: Connection): Promise<readonly string[]> {
  const events = db.db!.collection<{ _id: string; caseId: string }>('events');
  return (await events.find().toArray()).map(({ caseId }) => caseId);
}
