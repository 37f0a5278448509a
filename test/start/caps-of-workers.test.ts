import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { startApp } from '../support/app';
import { createActiveCampaign } from '../support/campaigns';
import { freshDatabase } from '../support/database';
import { anEvent } from '../support/events';
import { pidsOf, type Program, runProgram } from '../support/process';

const patience = 240_000;
const workers = 2;
const cap = 6;

let folder = '';
let uri = '';
const agents: Agent[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adgate-caps-'));
  uri = await freshDatabase();
  const { ctx } = await startApp({ mongodbUri: uri });
  await createActiveCampaign(ctx, { campaign: { frequencyCaps: [`${cap}/life`] } });
}, patience);

afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** Two workers and a connection to each: the gateway hands connections on in turn. */
async function start() {
  const program = runProgram('src/main.js', {
    env: {
      ...{ PORT: '0', MONGODB_URI: uri, ADGATE_DATA_DIR: join(folder, 'data') },
      ...{ ADGATE_WORKERS: String(workers), ADGATE_LOG_LEVEL: 'info' },
    },
  });
  const [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
  await untilReady(program, workers);
  return { program, url };
}

/** The test's own timeout ends it. */
async function untilReady(program: Program, count: number): Promise<void> {
  while (pidsOf(program).length < count) await pause(50);
}

/** One connection that is kept, so that one worker answers. */
function connect() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  return agent;
}

async function ask(
  agent: Agent,
  url: string,
  options: { readonly json?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<{
  readonly status: number | undefined;
  readonly cookie: string;
  readonly body: string;
}> {
  const { json, headers } = options;
  const method = json === undefined ? 'GET' : 'POST';
  const type = { 'content-type': 'application/json', 'user-agent': anEvent({}).userAgent };
  const asked = request(url, { agent, method, headers: { ...type, ...headers } });
  asked.end(json === undefined ? '' : JSON.stringify(json));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { status: answer.statusCode, cookie, body: await text(answer) };
}

/** A visitor and the offers that were made to it. */
class Visitor {
  readonly offers: string[] = [];

  private constructor(
    private readonly url: string,
    private readonly cookie: string,
  ) {}

  static async at(url: string, agent: Agent): Promise<Visitor> {
    const { cookie } = await ask(agent, `${url}/supply/register?iid=${randomUUID()}`);
    return new Visitor(url, cookie);
  }

  /** @returns view URLs */
  async find(agent: Agent, url = this.url): Promise<readonly string[]> {
    const placements = [{ id: '0', width: 300, height: 250, name: 'Box' }];
    const context = { iid: randomUUID(), url: 'https://a.example', medium: 'web' };
    const { status, body } = await ask(agent, `${url}/supply/find`, {
      json: { context, placements },
      headers: { cookie: this.cookie },
    });
    expect(status).toBe(200);
    const { data } = JSON.parse(body) as { readonly data: readonly { readonly viewUrl: string }[] };
    const found = data.map(({ viewUrl }) => viewUrl);
    this.offers.push(...found);
    return found;
  }

  async view(agent: Agent, viewUrl: string): Promise<void> {
    const { pathname, search } = new URL(viewUrl);
    expect((await ask(agent, `${this.url}${pathname}${search}`)).status).toBe(200);
  }
}

/** Finds and views by turns at the connections, a view at another one than its find. */
async function visit(visitor: Visitor, [one, other]: readonly [Agent, Agent], finds: number) {
  for (let nth = 0; nth < finds; nth += 1) {
    const [here, there] = nth % 2 === 0 ? [one, other] : [other, one];
    const [viewUrl] = await visitor.find(here);
    if (viewUrl !== undefined && nth % 3 > 0) await visitor.view(there, viewUrl);
  }
}

it(
  'a visitor who asks the workers of a gateway in turn, or both at once, is offered a campaign just as often as its cap says',
  async () => {
    const { url } = await start();
    const both = [connect(), connect()] as const;
    for (let nth = 0; nth < 25; nth += 1) {
      const visitor = await Visitor.at(url, both[0]);
      await visit(visitor, both, 2 * cap);
      expect(visitor.offers).toHaveLength(cap);
    }
    for (let nth = 0; nth < 25; nth += 1) {
      const visitor = await Visitor.at(url, both[0]);
      for (let round = 0; round < cap; round += 1)
        await Promise.all(both.map((agent) => visitor.find(agent)));
      expect(visitor.offers).toHaveLength(cap);
    }
  },
  patience,
);

it(
  'the cap holds where a worker is killed, at the one that follows, and where all are killed',
  async () => {
    const { program, url } = await start();
    const both = [connect(), connect()] as const;
    const visitors = await Promise.all(Array.from({ length: 10 }, () => Visitor.at(url, both[0])));
    for (const visitor of visitors) await visit(visitor, both, cap - 2);
    process.kill(pidsOf(program)[0]!, 'SIGKILL');
    await program.printed(/the gateway is back/);
    const next = [connect(), connect()] as const;
    for (const visitor of visitors) {
      await visit(visitor, next, 1);
      expect(visitor.offers).toHaveLength(cap - 1);
    }
    const alive = pidsOf(program).slice(1);
    program.kill('SIGKILL');
    for (const pid of alive) process.kill(pid, 'SIGKILL');
    await program.exited;
    const later = await start();
    const last = [connect(), connect()] as const;
    for (const visitor of visitors) {
      for (const agent of [...last, ...last]) await visitor.find(agent, later.url);
      expect(visitor.offers).toHaveLength(cap);
    }
  },
  patience,
);
