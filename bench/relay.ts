/**
 * P11: transactions that the relay passes on per second at 1, 8 and 64 clients, against a server that spawns `/bin/true`
 * for each request (what a proxy around a command-line client does at the very least), and against
 * raw TCP exchanges of the same bytes with the same node and no HTTP at all: connect, hello, request,
 * answer, close. The relay keeps its connections, so a further line compares it with raw ones kept too.
 * Then politeness: the same traffic while other clients keep a node busy that accepts and never answers,
 * and one that answers a byte a second, against the same traffic alone.
 *
 * Run: `npm run build && npx node dist/bench/relay.js`
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { accountRecord } from '../sidecar/ledger/account';
import { encode, struct, u32 } from '../sidecar/ledger/codec';
import { sendOne } from '../sidecar/ledger/transactions/send-one/layout';
import { encodeRequest, hello } from '../sidecar/node/frames';
import { report } from './support/report';
import { median } from './support/statistics';

const rounds = 7;
const windowMs = 1200;
const clientCounts = [1, 8, 64];
/** Clients that send to each bad node. */
const abusers = 100;

const signature = new Uint8Array(64);
const greeting = Buffer.from('0200000000', 'hex');
const receipt = encode(
  struct({ code: u32, account: accountRecord, nodeMessageId: u32, position: u32 }),
  {
    code: 0,
    account: {
      messageId: 2,
      time: 1_795_237_254,
      publicKey: new Uint8Array(32),
      hash: new Uint8Array(32),
      localChange: 1_795_236_864,
      pairedUser: 0,
      pairedNode: 0,
      status: 0,
      remoteChange: 1_795_236_864,
      balance: 9_924_957_500_000n,
      checksum: new Uint8Array(32),
    },
    nodeMessageId: 5,
    position: 1,
  },
);
const response = Buffer.from(encodeRequest(receipt, new Uint8Array(0)));

let counter = 0;

/** A transaction that no other shares bytes or sender with, so that none waits for another. */
function nextTransaction(): Uint8Array {
  counter += 1;
  return sendOne.encode({
    sender: { node: 1, user: counter },
    messageId: 1,
    time: 1_795_237_254,
    recipient: { node: 1, user: 0 },
    amount: 1n,
    message: new Uint8Array(32),
  });
}

/** A node that accepts whatever it gets; one process of its own. */
function serveNode(): Server {
  return createServer({ noDelay: true }, (socket) => {
    let received = 0;
    let expected = hello.length;
    let isGreeted = false;
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (!isGreeted && received >= expected) {
        isGreeted = true;
        received -= expected;
        expected = 4 + 61 + signature.length;
        socket.write(greeting);
      }
      if (isGreeted && received >= expected) {
        received -= expected;
        socket.write(response);
      }
    });
  });
}

/** A node that greets and then says nothing, or one byte a second; one process of its own. */
function serveBadNode(kind: 'silent' | 'slow'): Server {
  return createServer({ noDelay: true }, (socket) => {
    let received = 0;
    let sent = 0;
    let timer: NodeJS.Timeout | undefined;
    socket.on('error', () => socket.destroy());
    socket.on('close', () => clearInterval(timer));
    socket.on('data', (chunk) => {
      if (received === 0) socket.write(greeting);
      received += chunk.length;
      if (kind === 'slow' && received > hello.length) {
        timer ??= setInterval(() => socket.write(response.subarray(sent, (sent += 1))), 1000);
      }
    });
  });
}

/** Answers each request when a new process has come and gone; one process of its own. */
function serveSpawning(): Server {
  return createHttpServer((request: IncomingMessage, answer) => {
    request.resume();
    request.on('end', () => {
      spawn('/bin/true', { stdio: 'ignore' }).on('exit', () => {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} });
        answer.writeHead(200, {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
        });
        answer.end(body);
      });
    });
  });
}

/** One connect, handshake, request and answer without anything around it. */
function exchangeRaw(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = encodeRequest(nextTransaction(), signature);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(hello));
    let received = 0;
    let isSent = false;
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      received += chunk.length;
      if (!isSent && received >= greeting.length) {
        isSent = true;
        socket.write(request);
      }
      if (received >= greeting.length + response.length) {
        socket.destroy();
        resolve();
      }
    });
  });
}

/** Request and answer over one connection that stays, its handshake done before. */
async function openRawClient(port: number): Promise<() => Promise<void>> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.write(hello);
  await once(socket, 'data');
  let received = 0;
  let done: PromiseWithResolvers<void> | null = null;
  socket.on('data', (chunk) => {
    received += chunk.length;
    if (received >= response.length) done?.resolve();
  });
  return () => {
    received = 0;
    done = Promise.withResolvers();
    socket.write(encodeRequest(nextTransaction(), signature));
    return done.promise;
  };
}

/** A client that keeps its HTTP connection and costs next to nothing itself. */
async function openHttpClient(port: number, nodePort?: number): Promise<() => Promise<void>> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let pending = '';
  let done: PromiseWithResolvers<void> | null = null;
  socket.on('data', (chunk) => {
    pending += chunk.toString('latin1');
    const end = pending.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(pending)?.[1]);
    if (pending.length < end + 4 + length) return;
    const isExpected = nodePort === undefined ? pending.includes('"result"') : true;
    const isGood = pending.startsWith('HTTP/1.1 200') && isExpected;
    if (isGood) done?.resolve();
    else done?.reject(new Error(pending));
    pending = '';
  });
  return () => {
    const params = {
      data: Buffer.from(nextTransaction()).toString('hex'),
      signature: Buffer.from(signature).toString('hex'),
      ...(nodePort !== undefined && { _port: nodePort }),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'send_again', params });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    done = Promise.withResolvers();
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    return done.promise;
  };
}

/** Lets every client go round for one window; returns rounds per second. */
async function measure(operations: readonly (() => Promise<void>)[]): Promise<number> {
  const startedAt = performance.now();
  let count = 0;
  await Promise.all(
    operations.map(async (operation) => {
      while (performance.now() - startedAt < windowMs) {
        await operation();
        count += 1;
      }
    }),
  );
  return (count * 1000) / (performance.now() - startedAt);
}

async function listen(server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`);
}

async function startProcess(
  file: string,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, port: Number(/(\d+)\s*$/.exec(line.toString())?.[1]) };
}

interface Ports {
  readonly relay: number;
  readonly node: number;
  readonly spawning: number;
}

/** Measures all subjects in turn, so that each round of one has a round of the others beside it. */
async function compare(
  subjects: Readonly<Record<string, readonly (() => Promise<void>)[]>>,
): Promise<readonly number[]> {
  const rates = new Map(Object.keys(subjects).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, operations] of Object.entries(subjects)) {
      const rate = await measure(operations);
      if (round > 0) rates.get(name)?.push(rate);
    }
  }
  for (const [name, values] of rates) console.log(`${name}: ${median(values).toFixed(0)}/s`);
  return [...rates.values()].map(median);
}

async function compareAt(clients: number, ports: Ports): Promise<void> {
  const openAll = <T>(open: () => Promise<T>) =>
    Promise.all(Array.from({ length: clients }, () => open()));
  console.log(`\n${clients} clients`);
  const [relayed = 0, spawned = 0, raw = 0, kept = 0] = await compare({
    'send_again through the relay': await openAll(() => openHttpClient(ports.relay)),
    'spawning /bin/true': await openAll(() => openHttpClient(ports.spawning)),
    'raw TCP exchange': Array.from({ length: clients }, () => () => exchangeRaw(ports.node)),
    'raw TCP, connection kept': await openAll(() => openRawClient(ports.node)),
  });
  report('P11-spawn send_again / spawning /bin/true', (relayed / spawned).toFixed(2));
  report('P11 send_again / raw TCP exchange', (relayed / raw).toFixed(2));
  report('P11-kept send_again / raw TCP, connection kept', (relayed / kept).toFixed(2));
}

/**
 * Healthy traffic through a relay that others make wait for a bad node, against the same through one
 * of its own, window by window.
 */
async function compareAbused(
  relays: { readonly abused: number; readonly alone: number },
  bad: { readonly name: string; readonly port: number },
): Promise<void> {
  const openAll = (port: number) =>
    Promise.all(Array.from({ length: 8 }, () => openHttpClient(port)));
  let isOver = false;
  const abuse = Array.from({ length: abusers }, async () => {
    const send = await openHttpClient(relays.abused, bad.port);
    while (!isOver) await send();
  });
  console.log('');
  const [alone = 0, beside = 0] = await compare({
    alone: await openAll(relays.alone),
    [`beside a ${bad.name} node`]: await openAll(relays.abused),
  });
  report(
    `P11-beside healthy traffic beside a ${bad.name} node / alone`,
    (beside / alone).toFixed(2),
  );
  isOver = true;
  await Promise.all(abuse);
}

async function main(): Promise<void> {
  const [node, silent, slow, spawning] = await Promise.all(
    ['node', 'silent', 'slow', 'spawning'].map((role) =>
      startProcess(__filename, { BENCH_ROLE: role }),
    ),
  );
  if (!node || !silent || !slow || !spawning) throw new Error('a server did not start');
  const startRelay = () =>
    startProcess(join(__dirname, '../sidecar/relay/main.js'), {
      ADGATE_RELAY_NODES: [node, silent, slow]
        .map(({ port }) => `127.0.0.1:${port}/private`)
        .join(),
      ADGATE_RELAY_PORT: '0',
      ADGATE_RELAY_RATE_LIMIT: '0',
    });
  const relay = await startRelay();
  const abused = await startRelay();
  const ports = { relay: relay.port, node: node.port, spawning: spawning.port };
  for (const clients of clientCounts) await compareAt(clients, ports);
  const relays = { alone: relay.port, abused: abused.port };
  await compareAbused(relays, { name: 'silent', port: silent.port });
  await compareAbused(relays, { name: 'slow', port: slow.port });
  for (const { child } of [node, silent, slow, spawning, relay, abused]) child.kill();
  process.exit(0);
}

const role = process.env.BENCH_ROLE;
if (role === 'node') void listen(serveNode());
else if (role === 'silent' || role === 'slow') void listen(serveBadNode(role));
else if (role === 'spawning') void listen(serveSpawning());
else void main();
