import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { beatAfterMs } from '../../src/api/graphql/open-streams';
import { parseConfig } from '../../src/config';
import { maxFileBytes, maxOtherBytes, multipartTimeoutMs } from '../../src/http/multipart';

const textOf = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const settings = parseConfig(parseEnv(textOf('settings.env')));

/** Directives of nginx or Caddy, without comments. */
const directivesOf = (name: string) => textOf(name).replaceAll(/^\s*#.*$/gm, '');

/** The number that stands behind these words, in front of this unit. */
function numberOf(name: string, words: string, unit: string): number {
  const [, number] =
    new RegExp(`^\\s*${words} (\\d+)${unit}\\b`, 'm').exec(directivesOf(name)) ?? [];
  return Number(number);
}

/** Words of each example for the same settings: name of the file, then the words before the number. */
const proxies = [
  {
    name: 'nginx.conf',
    upload: ['client_max_body_size', 'm'],
    answer: 'proxy_read_timeout',
    idle: 'keepalive_timeout',
  },
  {
    name: 'balancer.conf',
    upload: ['client_max_body_size', 'm'],
    answer: 'proxy_read_timeout',
    idle: 'keepalive_timeout',
  },
  {
    name: 'Caddyfile',
    upload: ['max_size', 'MB'],
    answer: 'response_header_timeout',
    idle: 'keepalive',
  },
] as const;

describe.each(proxies)('deploy/$name', ({ name, upload: [upload, megabyte], answer, idle }) => {
  it('lets the largest upload through, which the gateway then judges', () => {
    const bytes = numberOf(name, upload, megabyte) * (megabyte === 'm' ? 2 ** 20 : 1e6);
    expect(bytes).toBeGreaterThanOrEqual(maxFileBytes + maxOtherBytes);
  });

  it('waits for an answer as long as a gateway may take for one, and for the beats of a stream', () => {
    const waitMs = numberOf(name, answer, 's') * 1_000;
    expect(waitMs).toBeGreaterThan(multipartTimeoutMs);
    expect(waitMs).toBeGreaterThan(2 * beatAfterMs);
  });

  it('lets go of an idle connection before the gateway does', () => {
    expect(numberOf(name, idle, 's') * 1_000).toBeLessThan(settings.keepAliveMs);
  });

  it('keeps no log of addresses and links', () => {
    const logs = directivesOf(name).match(/^\s*(?:access_log|log)\b.*$/gm) ?? [];
    // Caddy has none unless it is told to.
    expect(logs.map((line) => line.trim())).toEqual(
      name === 'Caddyfile' ? [] : ['access_log off;'],
    );
  });
});

describe('the examples for one machine', () => {
  it.each(['nginx.conf', 'Caddyfile'])('name the same hosts as the settings: %s', (name) => {
    const text = directivesOf(name);
    for (const url of [settings.publicUrl, settings.serveUrl])
      expect(text).toContain(new URL(url!).hostname);
  });

  it.each(['nginx.conf', 'Caddyfile'])(
    'send requests to the ports that docs/operating.md starts gateways on: %s',
    (name) => {
      const started = readFileSync('docs/operating.md', 'utf8').match(/adgate@(\d+)\b/g) ?? [];
      const ports = new Set(started.map((unit) => unit.slice('adgate@'.length)));
      const asked = directivesOf(name).match(/127\.0\.0\.1:(\d+)/g) ?? [];
      expect(new Set(asked.map((address) => address.split(':')[1]))).toEqual(ports);
    },
  );

  it('believe the proxy of this machine, and nobody else', () => {
    expect(settings.trustedProxies).toEqual(['127.0.0.1']);
    expect(directivesOf('nginx.conf')).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/);
  });

  it.each(['nginx.conf', 'Caddyfile'])('keep metrics from strangers: %s', (name) => {
    expect(directivesOf(name)).toMatch(
      /(?:location = \/metrics \{\s+return|respond \/metrics) 404/,
    );
  });

  it('have TLS of the words that every nginx knows', () => {
    // `http2 on;` stops those before 1.25.1.
    expect(directivesOf('nginx.conf')).toMatch(/listen 443 ssl http2;/);
    expect(directivesOf('nginx.conf')).not.toMatch(/^\s*http2 on;/m);
  });
});

it('deploy/kubernetes.yml has settings that hold, and outlasts its ingress', () => {
  const [map] = parseAllDocuments(textOf('kubernetes.yml')).map(
    (document) => document.toJS() as { readonly data: Readonly<Record<string, string>> },
  );
  // The default of ingress-nginx.
  expect(parseConfig(map!.data).keepAliveMs).toBeGreaterThan(60_000);
});
