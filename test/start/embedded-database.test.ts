import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { createEventStore } from '../../src/market/events/event.store';
import { openDatabase } from '../../src/platform/database/connection';
import { findRunningDatabase } from '../../src/start/embedded-database';
import { send } from '../support/app';
import { usualPatience } from '../support/patience';
import { runProgram } from '../support/process';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function startReady(name = '') {
  const root = mkdtempSync(join(tmpdir(), 'adgate-embedded-'));
  folders.push(root);
  const folder = join(root, name);
  const program = runProgram('src/start/main.js', {
    env: { PORT: '0', ADGATE_DATA_DIR: folder, ADGATE_LOG_LEVEL: 'warn', ...usualPatience },
  });
  const [, url = ''] = await program.printed(/^Adgate is ready at (\S+)$/m);
  return { program, url, folder };
}

/** The process of the embedded database, as Linux tells; null where there is none now. */
function childOf(pid: number): number | null {
  for (const entry of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, parent] = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))!;
      const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8');
      if (Number(parent) === pid && command.includes('embedded-mongodb')) return Number(entry);
    } catch {
      // It ended while it was looked at.
    }
  }
  return null;
}

const findOne = async (url: string) => {
  const { status, body } = await send(`${url}/supply/find`, {
    json: {
      context: { iid: randomUUID(), url: 'https://gazette.example' },
      placements: [{ id: '1', width: 300, height: 250 }],
    },
  });
  return { status, bid: body.data?.[0] };
};

const itOnLinux = process.platform === 'linux' ? it : it.skip;

itOnLinux('starts again when it is killed; no find fails, no event is lost', async () => {
  const { program, url, folder } = await startReady();
  await findOne(url);
  process.kill(childOf(program.pid)!, 'SIGKILL');

  const { status, bid } = await findOne(url);
  expect([status, bid.scope]).toEqual([200, '300x250']);
  const view = await send(bid.viewUrl, { headers: { Accept: 'application/json' } });
  expect([view.status, view.body]).toEqual([200, { context: [] }]);

  await program.printed(/the embedded database is back/);
  const socket = encodeURIComponent(join(folder, 'database.sock'));
  const db = await openDatabase(`mongodb://${socket}/?directConnection=true`);
  const [events] = createEventStore(db).models;
  const { creativeId, placementId } = bid;
  const stored = async () => {
    for (;;) {
      const event = await events!.findOne({ creativeId, placementId }).lean();
      if (event) return event;
    }
  };
  expect(await stored()).toMatchObject({ kind: 'impression' });
  await db.close();
  program.kill('SIGINT');
  expect((await program.exited).code).toBe(0);
});

itOnLinux('that keeps being killed ends the gateway, which says what to do', async () => {
  const { program, folder } = await startReady();
  let isOver = false;
  void program.exited.then(() => {
    isOver = true;
  });
  while (!isOver) {
    const child = childOf(program.pid);
    if (child !== null) process.kill(child, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await program.exited).code).toBe(1);
  const said = program.output().match(/^adgate: .*$/gm);
  expect(said).toEqual([
    expect.stringMatching(/the embedded database keeps ending: SIGKILL.*journal$/),
  ]);
  expect(program.output()).toContain(folder);
});

itOnLinux('is reached by nobody else, however long the name of the data folder is', async () => {
  const { program, folder } = await startReady('long'.repeat(30));
  const uri = await findRunningDatabase(folder);
  const socket = decodeURIComponent(new URL(uri!).hostname);
  expect(socket).toMatch(/\.sock$/);
  expect(statSync(dirname(socket)).mode & 0o777).toBe(0o700);
  expect(listeningPorts(childOf(program.pid)!)).toEqual([]);
  const db = await openDatabase(uri!);
  expect(await db.db!.admin().ping()).toMatchObject({ ok: 1 });
  await db.close();
  program.kill('SIGINT');
  expect((await program.exited).code).toBe(0);
  expect(existsSync(dirname(socket))).toBe(false);
});

/** Where a link leads; none: what it stands for was closed meanwhile. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

/** The TCP ports that a process listens on, as Linux tells. */
function listeningPorts(pid: number): readonly string[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(targetOf(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode ?? [];
    }),
  );
  const tables = ['tcp', 'tcp6'].map((name) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8'));
  return tables
    .flatMap((table) => table.trim().split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode!))
    .map(([, address]) => address!);
}
