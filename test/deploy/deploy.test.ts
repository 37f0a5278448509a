import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, BlockList } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execPath } from 'node:process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { validate } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { drainTimeoutMs } from '../../src/platform/process/worker-process';
import { isSetting } from '../../src/config';
import { send } from '../support/app';
import { freshDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { runScript } from '../support/process';
import { isLinkWhole, linksOf, listFiles, rowsOf, sectionOf } from '../docs/documents';
import { installPackage } from './installed-package';

const folder = mkdtempSync(join(tmpdir(), 'adgate-deploy-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});
const textOf = (path: string) => readFileSync(path, 'utf8');

/** Settings that a text gives values to. */
const namesIn = (text: string) => [...new Set(text.match(/\bADGATE_[A-Z_]+(?=[=:])/g))];

/** The members of `docker-compose.yml` that are tested here. */
interface Composition {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly networks?: { readonly default: { readonly ipv4_address: string } };
      }
    >
  >;
  readonly networks: {
    readonly default: { readonly ipam: { readonly config: readonly AddressRange[] } };
  };
}

interface AddressRange {
  readonly subnet: string;
  readonly ip_range: string;
  readonly gateway: string;
}

function isWithin(range: string, address: string): boolean {
  const [network = '', bits] = range.split('/');
  const list = new BlockList();
  list.addSubnet(network, Number(bits));
  return list.check(address);
}

describe('the npm package', () => {
  const installed = join(folder, 'node_modules/adgate');
  const paths: (string | undefined)[] = [];
  const collector = createServer((req, res) => {
    paths.push(req.url);
    res.setHeader('Content-Type', 'application/json').end('{}');
  });
  afterAll(() => {
    collector.close();
  });

  it('has all that it runs by: its dependencies for production and nothing else', () => {
    const packed = spawnSync(execPath, ['deploy/package.mjs', folder], { encoding: 'utf8' });
    expect(packed.stderr.replaceAll(/^npm warn .*\n/gm, '')).toBe('');
    installPackage(packed.stdout.trim(), folder);
    const run = (...args: readonly string[]) =>
      spawnSync(execPath, ['--preserve-symlinks', join(installed, 'bin/adgate.js'), ...args], {
        encoding: 'utf8',
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
      });
    expect(run('--help').stdout).toContain('  gateway ');
    const made = run('user', 'create', 'you@example.org', '--json');
    expect([made.status, made.stderr]).toEqual([0, '']);
    expect(run('gateway').stderr).toContain('MONGODB_URI is required');
  });

  it('follows requests with OpenTelemetry when its packages are installed beside it, as documented', async () => {
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    const env = {
      PORT: '0',
      MONGODB_URI: await freshDatabase(),
      ADGATE_DATA_DIR: join(folder, 'data'),
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    const start = () => runScript(join(installed, 'bin/adgate.js'), { args: ['gateway'], env });
    const without = start();
    expect((await without.exited).code).toBe(1);
    const [, missing = ''] = /packages that are not there: npm install (.*)/.exec(
      without.output(),
    )!;

    const { devDependencies } = JSON.parse(textOf('package.json')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const versions = missing.split(' ').map((name) => `${name}@${devDependencies[name]}`);
    for (const words of ['npm install --prefix /opt/adgate', 'npm install --prefix /']) {
      const [, named = ''] =
        new RegExp(`${words} (@[^\n]*\\\\\n.*)`).exec(textOf('docs/metrics.md')) ?? [];
      expect(named.split(/[\s\\]+/)).toEqual(versions);
    }
    for (const name of missing.split(' ')) {
      const place = join(folder, 'node_modules', name);
      mkdirSync(dirname(place), { recursive: true });
      // Another dependency may have brought it along.
      if (!existsSync(place)) symlinkSync(resolve('node_modules', name), place);
    }
    const program = start();
    const [, url = ''] = await program.printed(/"url":"([^"]+)","msg":"ready"/);
    await send(`${url}/auth/check`);
    await eventually(() => {
      expect(paths).toContain('/v1/traces');
    }, 10_000);
    program.kill('SIGTERM');
    expect((await program.exited).code).toBe(0);
  });

  it('holds what docs/releasing.md says, and nothing else', () => {
    const namesOf = (place: string) =>
      readdirSync(join(installed, place), { withFileTypes: true }).map(
        (entry) => join(place, entry.name) + (entry.isDirectory() ? '/' : ''),
      );
    const held = namesOf('.').flatMap((name) =>
      ['dist/', 'node_modules/'].includes(name) ? namesOf(name) : [name],
    );
    const rows = rowsOf(sectionOf('docs/releasing.md', 'The npm package'));
    const said = rows.flatMap(([paths = '']) =>
      [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
    );
    expect(held.sort()).toEqual(said.sort());
  });

  it('has what its documents link to', () => {
    const documents = listFiles(installed, /\.md$/);
    expect(documents.length).toBeGreaterThan(20);
    for (const path of documents)
      expect([path, linksOf(path).filter((target) => !isLinkWhole(path, target))]).toEqual([
        path,
        [],
      ]);
  });
});

describe('the container', () => {
  it('is made as Docker’s language allows', () => {
    expect(validate(textOf('Dockerfile'))).toEqual([]);
  });

  it('copies into the build what the build reads', () => {
    const copied = textOf('Dockerfile');
    const { build } = JSON.parse(textOf('package.json')).scripts as { readonly build: string };
    for (const [, name] of build.matchAll(/\b(\w+)\/[\w.]+\b/g))
      expect(copied).toMatch(new RegExp(`^COPY .*\\b${name}\\b`, 'm'));
  });
});

describe('what deploy/ has for others', () => {
  const kubernetes = parseAllDocuments(textOf('deploy/kubernetes.yml')).map(
    (document) => document.toJS() as { readonly apiVersion: string; readonly kind: string },
  );

  it.each(kubernetes)('is $apiVersion $kind as Kubernetes has it', async (manifest) => {
    const { apiVersion, kind } = manifest;
    const models = (await import(`kubernetes-models/${apiVersion}`)) as Readonly<
      Record<string, new (value: object) => { validate(): void }>
    >;
    expect(() => {
      new models[kind]!(manifest).validate();
    }).not.toThrow();
  });

  it.each([
    'kubernetes.yml',
    'nginx.conf',
    'Caddyfile',
    'adgate@.service',
    'settings.env',
    '../docker-compose.yml',
  ])('names settings that there are: %s', (name) => {
    const names = namesIn(textOf(join('deploy', name)));
    expect(names.filter((one) => !isSetting(one) && !/RELAY/.test(one))).toEqual([]);
  });

  it('is a composition that starts the gateway on the database beside it', () => {
    const { services } = parse(textOf('docker-compose.yml'), { merge: true }) as Composition;
    const uri = services['gateway-1']!.environment!.MONGODB_URI!;
    expect(Object.keys(services)).toContain(new URL(uri).hostname);
  });

  it('is a composition that believes its balancer alone, whose address nobody else is given', () => {
    const { services, networks } = parse(textOf('docker-compose.yml'), {
      merge: true,
    }) as Composition;
    const { subnet, ip_range: range, gateway } = networks.default.ipam.config[0]!;
    const trusted = services['gateway-1']!.environment!.ADGATE_TRUSTED_PROXIES!;
    expect(services['balancer']!.networks!.default.ipv4_address).toBe(trusted);
    expect([isWithin(subnet, trusted), isWithin(range, trusted)]).toEqual([true, false]);
    expect([isWithin(subnet, gateway), isWithin(range, gateway)]).toEqual([true, false]);
    expect(gateway).not.toBe(trusted);
  });

  it.each([
    // The last worker goes when the others have gone; a pod has one.
    ['docker-compose.yml', /stop_grace_period: (\d+)s/, 2],
    ['deploy/kubernetes.yml', /terminationGracePeriodSeconds: (\d+)/, 1],
    ['deploy/adgate@.service', /TimeoutStopSec=(\d+)/, 2],
  ])('gives a gateway the time that it may take to drain: %s', (path, pattern, rounds) => {
    const [, seconds] = pattern.exec(textOf(path)) ?? [];
    expect(Number(seconds) * 1_000).toBeGreaterThan(rounds * drainTimeoutMs + 10_000);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  (hasSystemd ? it : it.skip)('is a unit that systemd understands', () => {
    const unit = join(folder, 'adgate@8081.service');
    // The package is not installed here.
    spawnSync('sed', [
      ...['-e', `s#/opt/adgate/node_modules/.bin/adgate#/bin/true#`],
      ...['-e', `w ${unit}`, 'deploy/adgate@.service'],
    ]);
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], {
      encoding: 'utf8',
    });
    expect((stdout + stderr).split('\n').filter((line) => line.includes(unit))).toEqual([]);
  });
});

it.each(['deploy/kubernetes.yml', 'docs/metrics.md'])(
  '%s names the image of this version',
  (path) => {
    const { version } = JSON.parse(textOf('package.json')) as { readonly version: string };
    const named = [...textOf(path).matchAll(/registry\.example\/adgate:(\S+)/g)].map(
      ([, tag]) => tag,
    );
    expect(new Set(named)).toEqual(new Set([version]));
  },
);

it('what cron runs is named by its path: cron looks into /usr/bin and /bin alone', () => {
  const lines = textOf('docs/operating.md').split('\n');
  const programs = lines
    .filter((line) => line.includes('/etc/cron.d/'))
    .map((line) => / root (\S+)/.exec(line)?.[1]);
  const installed = lines.flatMap((line) => /^sudo install .* (\/usr\/\S+)$/.exec(line)?.[1] ?? []);
  expect(programs.length).toBeGreaterThan(0);
  for (const program of programs) expect(installed).toContain(program);
});
