import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mongoose from 'mongoose';
import { describeWrongUri } from '../../../src/platform/database/failed-connection';
import { describeStartError } from '../../../src/platform/process/start-errors';
import {
  type EmbeddedMongodb,
  startEmbeddedMongodb,
} from '../../../packages/embedded-mongodb/src/server';

/** Speaks no MongoDB: it answers to TLS alone, and has no certificate. */
let tlsServer: Server;
let server: EmbeddedMongodb;
/** Of that server, without options. */
let uri: string;
beforeAll(async () => {
  server = await startEmbeddedMongodb({ path: ':memory:' });
  uri = server.uri.replace(/\?.*$/, '');
  tlsServer = createServer().listen(0, '127.0.0.1');
  await once(tlsServer, 'listening');
});
afterAll(async () => {
  tlsServer.close();
  await server.stop();
});

/** Connects, and collects the errors: of the driver, and of mongoose. */
async function failuresOf(from: string): Promise<readonly unknown[]> {
  const options = { serverSelectionTimeoutMS: 300 };
  const client = new mongoose.mongo.MongoClient(from, options);
  const connection = mongoose.createConnection(from, options);
  connection.on('error', () => undefined);
  const failures = await Promise.all(
    [client.connect(), connection.asPromise()].map((connecting) =>
      connecting.then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
  await client.close();
  await connection.destroy();
  return failures;
}

describe('a wrong URI is told apart from a server that is not reached', () => {
  const tlsUri = () =>
    // A server that listens on TCP has an address of this form.
    `mongodb://127.0.0.1:${(tlsServer.address() as AddressInfo).port}/`;

  it.each([
    ['another replica set', () => `${uri}?replicaSet=other`, /replica set other: correct/],
    [
      'another replica set, directly',
      () => `${uri}?replicaSet=other&directConnection=true`,
      /replica set other: correct/,
    ],
    ['TLS where there is none', () => `${uri}?tls=true`, /not to TLS.*correct tls=/],
    ['no TLS where there is some', () => tlsUri(), /add tls=true/],
    ['TLS that the server refuses', () => `${tlsUri()}?tls=true`, /correct tls=/],
  ])('%s', async (_case, wrongUri, words) => {
    for (const failure of await failuresOf(wrongUri())) {
      expect(describeWrongUri(failure)).toMatch(words);
      expect(describeStartError(failure)).toMatch(/^the database cannot be used: .*MONGODB_URI$/);
    }
  });

  it.each(['', '?tls=true', '?replicaSet=rs0'])('not where nobody listens%s', async (query) => {
    for (const failure of await failuresOf(`mongodb://127.0.0.1:1/${query}`)) {
      expect(describeWrongUri(failure)).toBeNull();
      expect(describeStartError(failure)).toMatch(/^the database does not answer: .*ECONNREFUSED/);
    }
  });

  it('names a certificate that is not believed', () => {
    const cause = Object.assign(new Error('x'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
    const failed = { error: Object.assign(new Error('x'), { cause }) };
    const error = { reason: { servers: new Map([['a', failed]]) } };
    expect(describeWrongUri(error)).toContain('certificate is not accepted (DEPTH_ZERO_SELF');
  });

  it.each([null, 'a text', new Error('x'), { reason: {} }])('and not %p', (error) => {
    expect(describeWrongUri(error)).toBeNull();
  });
});
