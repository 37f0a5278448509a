import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Directive, parseDirectives } from '../deploy/directives';
import { installPackage } from '../deploy/installed-package';
import { send } from '../support/app';
import { freshDatabase } from '../support/database';
import { type Program, runScript } from '../support/process';
import { certificate } from '../support/proxy';
import { read } from './documents';
import { createMachine, type Machine, type Outcome } from './one-machine';

const page = 'docs/operating.md';
const heading = 'Two gateways on one machine';
const certificatePath = 'etc/letsencrypt/live/here/fullchain.pem';

let machine: Machine;
let ports: readonly number[];
let publicUrl: string;
/** The outcome of each line of the document. */
const outcomes: (Outcome & { readonly line: string })[] = [];
const gateways: Program[] = [];
const closings: (() => void)[] = [];

beforeAll(async () => {
  ports = await freePorts(3);
  // The certificate of the tests is for this address.
  publicUrl = `https://127.0.0.1:${ports[2]}`;
  machine = createMachine([
    [/mongodb:\/\/127\.0\.0\.1:27017\/adgate\?replicaSet=rs0/g, await freshDatabase()],
    [/mongodb:\/\/127\.0\.0\.1:27017\/restored\?replicaSet=rs0/g, await freshDatabase()],
    [/\b8081\b/g, String(ports[0])],
    [/\b8082\b/g, String(ports[1])],
    [/\blive\/media\.example\b/g, 'live/here'],
    [/\bmedia\.example\b/g, `127.0.0.1:${ports[2]}`],
    [/\bcdn\.example\b/g, `localhost:${ports[2]}`],
  ]);
  for (const line of linesOf(read(page))) {
    const outcome = await run(line);
    outcomes.push({ line, ...outcome });
    for (const words of outcome.noted) await obey(words.split(' '));
  }
});

afterAll(async () => {
  for (const close of closings) close();
  for (const gateway of gateways) gateway.kill('SIGTERM');
  await Promise.all(gateways.map(({ exited }) => exited));
  machine.remove();
});

/** The lines of shell under the heading, without comments. */
function linesOf(text: string): readonly string[] {
  const [, section = ''] = text.split(`### ${heading}\n`);
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  return block.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** Runs a line of the machine's, where the certificate of the tests is one that is known. */
function run(line: string): Promise<Outcome> {
  const known = machine.pathOf(certificatePath);
  return machine.run(line, { CURL_CA_BUNDLE: known, NODE_EXTRA_CA_CERTS: known });
}

async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const free = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return free;
}

/** Does what a program of the machine would that is no part of the tests. */
async function obey([program, verb, ...words]: readonly string[]): Promise<void> {
  if (program === 'npm' && verb === 'install')
    installPackage(join(machine.pathOf('checkout'), words.at(-1)!), words.at(-2)!);
  if (program === 'certbot') {
    const path = machine.pathOf(certificatePath);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, certificate.cert);
    writeFileSync(join(dirname(path), 'privkey.pem'), certificate.key);
  }
  if (program === 'systemctl' && verb === 'enable')
    await Promise.all(words.filter((word) => word.startsWith('adgate@')).map(startUnit));
  if (program === 'systemctl' && verb === 'reload') await startNginx();
}

/** Starts a unit as systemd does, as far as it needs no root. */
async function startUnit(name: string): Promise<void> {
  const unit = readFileSync(machine.pathOf('etc/systemd/system/adgate@.service'), 'utf8');
  const valuesOf = (key: string) =>
    [...unit.replaceAll('%i', name.split('@')[1]!).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))]
      .map(([, value = '']) => value)
      .flatMap((value) => value.split(' '));
  const [script = '', ...args] = valuesOf('ExecStart');
  const [state = ''] = valuesOf('StateDirectory');
  mkdirSync(join(machine.pathOf('var/lib'), state), { recursive: true, mode: 0o700 });
  const variables = valuesOf('Environment').map((one) => one.split('='));
  const program = runScript(script, { args, env: Object.fromEntries(variables) });
  gateways.push(program);
  await program.printed(/"msg":"ready"/);
}

/** A proxy with TLS in the place of nginx, with its upstreams, headers and exact locations. */
async function startNginx(): Promise<void> {
  const conf = readFileSync(machine.pathOf('etc/nginx/conf.d/adgate.conf'), 'utf8');
  const directives = parseDirectives(conf, ';');
  const named = (block: readonly Directive[] | null | undefined, name: string) =>
    block?.filter((one) => one.name === name) ?? [];
  const [upstream] = named(directives, 'upstream');
  const targets = named(upstream?.block, 'server').map(({ values }) => values[0]!);
  const server = named(directives, 'server').at(-1)?.block;
  const fileOf = (name: string) => readFileSync(named(server, name)[0]!.values[0]!);
  const closed = named(server, 'location').flatMap(({ values, block }) =>
    values[0] === '=' ? [[values[1]!, Number(named(block, 'return')[0]?.values[0])] as const] : [],
  );
  const statusOf = new Map(closed);
  let turn = 0;
  const files = { cert: fileOf('ssl_certificate'), key: fileOf('ssl_certificate_key') };
  const proxy = createSecureServer(files, (req, res) => {
    const { method, url = '/' } = req;
    const status = statusOf.get(new URL(url, publicUrl).pathname);
    if (status !== undefined) {
      res.writeHead(status).end();
      return;
    }
    const variables: Readonly<Record<string, string>> = {
      $host: '127.0.0.1',
      $remote_addr: req.socket.remoteAddress!,
      $scheme: 'https',
    };
    const headers = { ...req.headers };
    for (const { values } of named(server, 'proxy_set_header')) {
      const [name = '', value = ''] = values;
      headers[name.toLowerCase()] = variables[value] ?? value;
    }
    const target = `http://${targets[(turn += 1) % targets.length]}${url}`;
    const onward = request(target, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  proxy.listen(ports[2], '127.0.0.1');
  await once(proxy, 'listening');
  closings.push(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
}

const outcomeOf = (words: string) => outcomes.find(({ line }) => line.startsWith(words))!;

it('every line does what it says', () => {
  expect(outcomes.filter(({ exitCode }) => exitCode !== 0)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(15);
});

it('asks of others what they are asked for here', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(outcomes.flatMap(({ noted }) => noted)).toEqual([
    'npm ci',
    'npm run build',
    `npm install --prefix ${machine.pathOf('opt/adgate')} ./adgate-${version}.tgz`,
    `systemctl enable --now adgate@${ports[0]} adgate@${ports[1]}`,
    expect.stringMatching(/^certbot certonly /),
    'nginx -t',
    'systemctl reload nginx',
  ]);
});

it('leads to two gateways that answer with TLS, and find nothing amiss', async () => {
  expect(JSON.parse(outcomeOf('curl ').stdout)).toMatchObject({ status: 'ready' });
  const context = { iid: randomUUID(), url: 'https://news.example' };
  const placements = [{ id: 'top', width: 300, height: 250 }];
  for (let round = 0; round < 2; round += 1) {
    const find = `curl -s ${publicUrl}/supply/find -H 'Content-Type: application/json'`;
    const body = JSON.stringify({ context, placements });
    expect(JSON.parse((await run(`${find} -d '${body}'`)).stdout)).toEqual({ data: [] });
  }
  const { findings } = JSON.parse((await run('adgate doctor --json')).stdout) as {
    readonly findings: readonly { readonly check: string; readonly state: string }[];
  };
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
  expect(findings.filter(({ check }) => /URL|backup|rate/.test(check))).toEqual(
    expect.arrayContaining([expect.objectContaining({ state: 'ok' })]),
  );
});

it('believes the address that nginx tells, not the one that a client makes up', async () => {
  const line = `curl -s ${publicUrl}/auth/login -H 'Content-Type: application/json'`;
  const body = JSON.stringify({ email: 'you@example.org', password: 'wrong' });
  await run(`${line} -H 'X-Forwarded-For: 203.0.113.9' -d '${body}'`);
  const { stdout } = await run('adgate audit list --operation logIn --json');
  expect(JSON.parse(stdout).entries).toMatchObject([{ outcome: 'failed', network: '127.0.0.0' }]);
});

it('has metrics of both for Prometheus, and for nobody else', async () => {
  for (const port of ports.slice(0, 2)) {
    const { status, body } = await send(`http://127.0.0.1:${port}/metrics`);
    expect([status, body]).toEqual([200, expect.stringContaining('adgate_')]);
    expect(body).toMatch(/adgate_http_request_duration_seconds_count\{[^}]*find[^}]*\} [1-9]/);
  }
  const { stdout } = await run(`curl -s -o answer -w '%{http_code}' ${publicUrl}/metrics`);
  expect(stdout).toBe('404');
});

it('has a backup that was restored, with what was in it', async () => {
  expect(outcomeOf('adgate db restore').stdout).toContain('restored ');
  const [, uri] = /--uri ('\S+')/.exec(outcomeOf('adgate books check').line)!;
  const shown = await run(`adgate user show you@example.org --uri ${uri}`);
  expect([shown.exitCode, shown.stdout]).toEqual([0, expect.stringContaining('operator')]);
});

it('has a line for cron, which finds its programs by their paths', async () => {
  const [, line = ''] = /^(?:\S+ ){5}root (.*)\n$/.exec(
    readFileSync(machine.pathOf('etc/cron.d/adgate'), 'utf8'),
  )!;
  // cron ends the command at a % without \, and has its own PATH.
  expect(line.replaceAll('\\%', '')).not.toContain('%');
  const ran = await run(
    `PATH=${machine.pathOf('stand-ins')}:/usr/bin:/bin; ${line.replaceAll('\\%', '%')}`,
  );
  expect([ran.exitCode, ran.stderr]).toEqual([0, '']);
  const today = new Date().toISOString().slice(0, 8);
  expect(readdirSync(machine.pathOf('var/backups/adgate')).sort()).toEqual([
    expect.stringContaining(today),
    'first',
  ]);
});
