import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Connection } from 'mongoose';
import pino from 'pino';
import { createAccount } from '../src/identity/accounts/account.service';
import { parseConfig } from '../src/config';
import { createClient } from '../src/identity/oauth/clients/client.service';
import { createServiceContext } from '../src/assembly/service-context';
import { startChild } from './support/child';
import { measureCpuPerRequest } from './support/cpu-per-request';
import { withDatabase } from './support/database';
import { type BenchServer, startGatewayProcess } from './support/gateway';
import { insertOwnedCampaigns } from './support/inventory';
import { type LoadRequest, startLoadGenerator, toLoadRequest } from './support/load';
import { report, reportCpu, reportRatio } from './support/report';
import { median } from './support/statistics';

/**
 * P9, P9b, P10 and P13: a page of campaigns with their creatives by REST, by GraphQL and by the services alone, and the first
 * page against the 5,000th of an advertiser with 100,000 campaigns, of which some are deleted.
 */
const { values: options } = parseArgs({
  options: {
    campaigns: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    window: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '8' },
    pages: { type: 'string', default: '200' },
  },
});
const path = '/api/v2/campaigns';
/** Of more campaigns with all of their creatives, GraphQL refuses to answer at once. */
const nestedPage = 5;
const creativeFields =
  'id createdAt updatedAt type mime hash scope name status rejectionReason url';
const query = `{ campaigns(first: ${nestedPage}) {
  totalCount pageInfo { listCursor page lastPage pageSize from to }
  nodes {
    id createdAt updatedAt secret conversionClick conversionClickLink targeting bidStrategyId status suspendedReason name
    landingUrl maxCpc maxCpm hourlyBudget medium vendor startsAt endsAt
    classifications { classifier status keywords } creatives(first: 20) { nodes { ${creativeFields} } }
  }
} }`;

void withDatabase(main);

async function main(db: Connection, uri: string, database: number | null): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'adgate-bench-'));
  const load = startLoadGenerator();
  const servers: BenchServer[] = [];
  try {
    const owner = await createOwner(db, folder);
    await insertOwnedCampaigns(db, owner.accountId, Number(options.campaigns));
    const gateway = await startGatewayProcess(uri);
    servers.push(gateway);
    const direct = await startDirectServer(uri, owner.accountId, folder);
    servers.push(direct);
    const token = await getToken(gateway, owner);

    const withToken = ({ head, ...rest }: LoadRequest): LoadRequest => ({
      ...rest,
      head: head.replace(/\r\n\r\n$/, `\r\nAuthorization: Bearer ${token}\r\n\r\n`),
    });
    const byRest = withToken(toLoadRequest('GET', `${path}?limit=20`));
    const byGraphql = withToken(toLoadRequest('POST', '/graphql', JSON.stringify({ query })));
    const byRestAsMany = withToken(toLoadRequest('GET', `${path}?limit=${nestedPage}`));
    const ofGraphql = { server: gateway, requests: [byGraphql], status: 200 };
    const [directFigure, rest, asMany, graphql, ofBoth] = await measureCpuPerRequest(
      load,
      [
        { name: 'direct', server: direct, requests: [toLoadRequest('GET', '/')], status: 200 },
        { name: 'rest', server: gateway, requests: [byRest], status: 200 },
        { name: 'as many', server: gateway, requests: [byRestAsMany], status: 200 },
        { name: 'graphql', ...ofGraphql },
        ...(database === null ? [] : [{ name: 'both', ...ofGraphql, besides: database }]),
      ],
      {
        rounds: Number(options.rounds),
        windowMs: Number(options.window),
        connections: Number(options.connections),
      },
    );
    reportCpu('P9 list of 5 by GraphQL / by REST', graphql!, asMany!);
    reportCpu('P10 list of 20 by REST / services', rest!, directFigure!);
    if (ofBoth)
      report(
        'P9b list of 5 by GraphQL, gateway and database',
        `${(ofBoth.cpuMicroseconds / 1000).toFixed(2)} ms`,
      );
    await comparePages(gateway, token);
  } finally {
    load.stop();
    for (const server of servers) await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Owner {
  readonly accountId: string;
  readonly clientId: string;
  readonly secret: string;
}

/** An advertiser with an OAuth client; makes the indexes as a gateway does. */
async function createOwner(db: Connection, dataFolder: string): Promise<Owner> {
  const config = parseConfig({ ADGATE_DATA_DIR: dataFolder });
  const log = pino({ level: 'silent' });
  const ctx = await createServiceContext(db, config, { log, publicUrl: 'http://127.0.0.1' });
  const { id: accountId } = await createAccount(ctx, {
    email: 'bench@adgate.example',
    password: randomBytes(12).toString('hex'),
    roles: ['advertiser'],
  });
  const { client, secret } = await createClient(ctx, {
    name: 'Bench',
    ownerId: accountId,
    redirectUris: [],
    scopes: ['campaign.read'],
  });
  // A client that is asked for one has a secret.
  return { accountId, clientId: client.id, secret: secret! };
}

async function getToken({ port }: BenchServer, owner: Owner): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: owner.clientId,
      client_secret: owner.secret,
    }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}

async function startDirectServer(uri: string, owner: string, data: string): Promise<BenchServer> {
  const child = await startChild(require.resolve('./support/campaign-list-server'), {
    args: ['--uri', uri, '--owner', owner, '--data', data],
    readyLine: /listening on (\d+)/,
    core: 0,
  });
  return { pid: child.pid, port: Number(child.ready[1]), stop: () => child.stop() };
}

/** Times from request to answer, one request at a time and in turn: what the database does is in them. */
async function comparePages({ port }: BenchServer, token: string): Promise<void> {
  const ask = async (search: string) => {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}?${search}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const { data, meta } = (await response.json()) as {
      readonly data: readonly unknown[];
      readonly meta: { readonly cursor: string; readonly from: number };
    };
    return { ms: performance.now() - startedAt, data, meta };
  };
  const { cursor } = (await ask('limit=10')).meta;
  const searches = {
    first: `limit=10&cursor=${cursor}`,
    far: `limit=10&page=5000&cursor=${cursor}`,
    fresh: 'limit=10',
    freshFar: 'limit=10&page=5000',
  };
  const times = { first: [], far: [], fresh: [], freshFar: [] } as Record<
    keyof typeof searches,
    number[]
  >;
  for (let round = 0; round < Number(options.pages); round += 1)
    for (const name of Object.keys(searches) as (keyof typeof searches)[]) {
      const { ms, data, meta } = await ask(searches[name]);
      const from = name.toLowerCase().endsWith('far') ? 49_991 : 1;
      if (data.length !== 10 || meta.from !== from)
        throw new Error(`${name}: ${data.length} campaigns from ${meta.from}`);
      times[name].push(ms);
    }
  const compare = (name: string, far: readonly number[], first: readonly number[]) => {
    const [a, b] = [median(far), median(first)];
    reportRatio(name, `${a.toFixed(2)} / ${b.toFixed(2)} ms`, a / b);
  };
  compare('P13 page 5,000 / page 1, by cursor', times.far, times.first);
  compare('P13 page 5,000 / page 1, without cursor', times.freshFar, times.fresh);
}
