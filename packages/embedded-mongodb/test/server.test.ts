import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mongo } from 'mongoose';
import { startEmbeddedMongodb } from '../src/server';
import { program } from './support/database-process';
import { sharedClient } from './support/client';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'server-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function pingAt(uri: string): Promise<mongo.Document> {
  const client = await mongo.MongoClient.connect(uri, { serverSelectionTimeoutMS: 2000 });
  try {
    return await client.db('admin').command({ ping: 1 });
  } finally {
    await client.close();
  }
}

describe('startEmbeddedMongodb', () => {
  it.each(['0.0.0.0', '::', '192.168.1.1', 'example.org'])(
    'refuses to listen on %s',
    async (host) => {
      const start = startEmbeddedMongodb({ path: ':memory:', host });
      await expect(start).rejects.toThrow(`cannot listen on ${host}`);
    },
  );

  it('serves a Unix socket, also where a dead one was left', async () => {
    const socketPath = join(folder, 'db.sock');
    const dead = createServer().listen(socketPath);
    await once(dead, 'listening');
    const second = startEmbeddedMongodb({ path: ':memory:', socketPath });
    await expect(second).rejects.toThrow('another server does');
    dead.close();
    await once(dead, 'close');
    const listenAndDie = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    spawnSync(execPath, ['-e', listenAndDie, socketPath]);
    expect(lstatSync(socketPath).isSocket()).toBe(true);
    const server = await startEmbeddedMongodb({ path: ':memory:', socketPath });
    expect(server.uri).toBe(`mongodb://${encodeURIComponent(socketPath)}/?directConnection=true`);
    expect(await pingAt(server.uri)).toEqual({ ok: 1 });
    await server.stop();
  });

  it.each<[string, (path: string) => void]>([
    ['a file', (path) => writeFileSync(path, 'precious')],
    ['a link', (path) => symlinkSync(__filename, path)],
    ['a folder', (path) => mkdirSync(path)],
  ])('leaves %s alone that is where its socket should be', async (name, make) => {
    const socketPath = join(folder, name);
    make(socketPath);
    const { mode, size, ino } = lstatSync(socketPath);
    const start = startEmbeddedMongodb({ path: ':memory:', socketPath });
    await expect(start).rejects.toThrow(
      `cannot listen on ${socketPath}: it is a file, not a socket`,
    );
    expect(lstatSync(socketPath)).toMatchObject({ mode, size, ino });
  });

  it('says which port is taken', async () => {
    const first = await startEmbeddedMongodb({ path: ':memory:' });
    const port = Number(new URL(first.uri).port);
    const second = startEmbeddedMongodb({ path: ':memory:', port });
    await expect(second).rejects.toThrow(`EADDRINUSE`);
    await first.stop();
  });

  it('answers what has begun before it stops, and keeps nothing of :memory:', async () => {
    const own = mkdtempSync(join(folder, 'temporary-'));
    const spy = jest.spyOn(os, 'tmpdir').mockReturnValue(own);
    const server = await startEmbeddedMongodb({ path: ':memory:' });
    const kept = readdirSync(own);
    spy.mockRestore();
    const client = await mongo.MongoClient.connect(server.uri, { serverSelectionTimeoutMS: 200 });
    const collection = client.db('d').collection('c');
    await collection.insertOne({ n: 0 });
    const writes = Array.from({ length: 20 }, (_, n) => collection.insertOne({ n }));
    const waiting = collection.watch([], { maxAwaitTimeMS: 60_000 });
    const next = waiting.tryNext().catch(() => null);
    await writes[0];
    await server.stop();
    await Promise.allSettled([...writes, next]);
    await client.close(true);
    expect(kept).toHaveLength(1);
    expect(readdirSync(own)).toEqual([]);
  });
});

describe('what the server says of itself', () => {
  const { db } = sharedClient();

  it.each<[mongo.Document, mongo.Document]>([
    [{ ping: 1 }, { ok: 1 }],
    [{ buildInfo: 1 }, { version: '7.0.0', maxBsonObjectSize: 16 << 20 }],
    [{ connectionStatus: 1 }, { authInfo: { authenticatedUsers: [] } }],
    [{ serverStatus: 1 }, { version: '7.0.0', connections: { current: expect.any(Number) } }],
    [{ collStats: 'none' }, { count: 0, size: 0 }],
    [
      { hello: 1 },
      {
        isWritablePrimary: true,
        setName: 'embedded',
        maxWireVersion: 21,
        maxBsonObjectSize: 16 << 20,
        maxMessageSizeBytes: 48_000_000,
        maxWriteBatchSize: 100_000,
        logicalSessionTimeoutMinutes: 30,
      },
    ],
  ])('%j', async (command, answer) => {
    expect(await db().admin().command(command)).toMatchObject(answer);
  });
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exited: Promise<number | null>;
  readonly ready: Promise<string>;
}

function startMain(args: readonly string[], stdin: 'pipe' | 'ignore' = 'ignore'): Started {
  const child = spawn(execPath, [...program, ...args], { stdio: [stdin, 'pipe', 'pipe'] });
  let output = '';
  let found: (uri: string) => void = () => undefined;
  const ready = new Promise<string>((resolve) => {
    found = resolve;
  });
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
      const uri = /^embedded-mongodb is ready at (mongodb:\S+)$/m.exec(output)?.[1];
      if (uri !== undefined) found(uri);
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, exited, ready };
}

it('keeps a thousand cursors, and closes the longest idle one for another', async () => {
  const server = await startEmbeddedMongodb({ path: ':memory:' });
  const client = await mongo.MongoClient.connect(server.uri);
  const db = client.db('d');
  await db.collection('c').insertMany([{}, {}, {}]);
  const open = async () => {
    const { cursor } = await db.command({ find: 'c', batchSize: 1 });
    return (cursor as { id: mongo.Long }).id;
  };
  const more = (id: mongo.Long) => db.command({ getMore: id, collection: 'c', batchSize: 1 });
  const first = await open();
  const second = await open();
  await Promise.all(Array.from({ length: 998 }, open));
  await more(first);
  await open();
  expect(await more(first)).toMatchObject({ ok: 1 });
  await expect(more(second)).rejects.toMatchObject({ code: 43 });
  await client.close();
  await server.stop();
});

describe('the program', () => {
  it('prints its usage', async () => {
    const help = startMain(['--help']);
    expect(await help.exited).toBe(0);
    expect(help.output()).toMatch(/^Usage: embedded-mongodb --path <folder>/);
  });

  it.each<[string, string[], RegExp]>([
    ['no path', [], /--path is missing/],
    ['an unknown option', ['--path', ':memory:', '--frob'], /--frob/],
    ['a port that is none', ['--path', ':memory:', '--port', '70000'], /--port must be 0 to 65535/],
    ['an address of the network', ['--path', ':memory:', '--host', '0.0.0.0'], /cannot listen on/],
  ])('ends with 1 and says why: %s', async (_name, args, message) => {
    const started = startMain(args);
    expect(await started.exited).toBe(1);
    expect(started.output()).toMatch(message);
  });

  it('writes everything out on SIGTERM', async () => {
    const path = join(folder, 'sigterm');
    const started = startMain(['--path', path, '--port', '0']);
    expect(await pingAt(await started.ready)).toEqual({ ok: 1 });
    started.child.kill('SIGTERM');
    expect(await started.exited).toBe(0);
    expect(existsSync(join(path, 'data.sqlite'))).toBe(true);
    expect(existsSync(join(path, 'data.sqlite-wal'))).toBe(false);
  });

  it('with --exit-with-parent ignores SIGINT and ends when its stdin does', async () => {
    const args = ['--path', ':memory:', '--port', '0', '--exit-with-parent'];
    const started = startMain(args, 'pipe');
    const uri = await started.ready;
    started.child.kill('SIGINT');
    expect(await pingAt(uri)).toEqual({ ok: 1 });
    started.child.stdin!.end();
    expect(await started.exited).toBe(0);
  });
});
