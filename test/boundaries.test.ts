import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

/**
 * Who may import whom. The first rule whose pattern matches a file decides; what it imports of ours must match one
 * of `ours`, and of packages one of `packages` (Node's own modules are free everywhere but in pure rooms).
 */
interface Rule {
  readonly files: RegExp;
  readonly ours: readonly RegExp[];
  readonly packages: readonly string[];
  /** No `node:` modules either. */
  readonly isPure?: boolean;
}

const shared =
  /^src\/(context|errors|amount|validation|config|id|network|secret|unavailable|time|one-by-one)$/;
const domainTypes = /^src\/([\w-]+)\/[a-z-]+$/;

const rules: readonly Rule[] = [
  { files: /^sidecar\/ledger\//, ours: [/^sidecar\/ledger\//], packages: [] },
  { files: /^sidecar\/rpc\//, ours: [/^sidecar\/rpc\//], packages: ['json-rpc-2.0'] },
  { files: /^sidecar\/node\//, ours: [/^sidecar\/(node|ledger)\//], packages: [] },
  {
    files: /^sidecar\/methods\//,
    ours: [/^sidecar\/(methods|ledger|node|rpc)\//],
    packages: ['zod'],
  },
  {
    files: /^sidecar\/wallet\//,
    ours: [/^sidecar\/(wallet|methods|ledger|node|rpc)\//, /^sidecar\/[a-z-]+$/],
    packages: [],
  },
  {
    files: /^sidecar\/[a-z-]+\.ts$/,
    // Not the wallet: what the relay loads can sign nothing.
    ours: [/^sidecar\/(methods|ledger|node|rpc)\//, /^sidecar\/[a-z-]+$/],
    packages: ['pino', 'prom-client', 'rate-limiter-flexible'],
  },
  { files: /^sidecar\//, ours: [/^sidecar\//], packages: ['pino', 'zod'] },
  { files: /^embedded-mongodb\//, ours: [/^embedded-mongodb\//], packages: ['bson'] },

  { files: /^src\/selection\//, ours: [/^src\/selection\//], packages: [], isPure: true },
  { files: /^src\/(amount|errors)\.ts$/, ours: [], packages: [], isPure: true },
  {
    files: /^src\/taxonomy\/(?!.*\.(type|resolver|store|service)\.ts$)/,
    ours: [/^src\/taxonomy\//, shared, /^src\/creatives\/creative$/],
    packages: ['zod'],
  },
  {
    files: /^src\/rest\/files\.ts$/,
    ours: [/^src\/rest\//, shared, /^src\/(creatives\/creative-content|uploads\/upload)\.service$/],
    packages: ['express'],
  },
  {
    files: /^src\/rest\/demo\.ts$/,
    ours: [/^src\/rest\//, shared, /^src\/start\/demo\//],
    packages: ['express'],
  },
  {
    files: /^src\/rest\//,
    ours: [
      /^src\/rest\//,
      shared,
      /^src\/graphql\/(unwrap-error|access-rules)$/,
      /^src\/oauth\/errors$/,
    ],
    packages: [
      'express',
      'graphql',
      'graphql-jit',
      'pino',
      'multer',
      'graphql-upload/Upload.mjs',
      'graphql-upload/processRequest.mjs',
    ],
  },
  {
    files: /^src\/contents\/(?!.*\.store\.ts$)/,
    ours: [/^src\/contents\//, shared, domainTypes],
    packages: ['sharp', 'parse5', 'yauzl'],
  },
  {
    files: /\.store\.ts$/,
    ours: [shared, domainTypes, /^src\/\w+\/[a-z-]+\.store$/],
    packages: ['mongoose'],
  },
  {
    files: /\.(type|input)\.ts$/,
    ours: [shared, domainTypes, /\.(type|input)$/, /^src\/graphql\/(upload-scalar|scalars)$/],
    packages: ['type-graphql'],
  },
  {
    files: /\.resolver\.ts$/,
    ours: [shared, domainTypes, /\.(type|input|service)$/, /^src\/graphql\//],
    packages: ['type-graphql'],
  },
  {
    files: /\.service\.ts$/,
    ours: [shared, domainTypes, /\.service$/],
    packages: [],
  },
  {
    files: /^src\/oauth\//,
    ours: [/^src\/oauth\//, shared, domainTypes, /^src\/accounts\/account\.service$/],
    packages: ['jsonwebtoken', 'lru-cache'],
  },
  { files: /^src\/mail\//, ours: [shared], packages: ['nodemailer'] },
  { files: /^src\/database\//, ours: [/^src\/database\//, shared], packages: ['mongoose', 'pino'] },
  {
    files: /^src\/graphql\//,
    ours: [
      /^src\/graphql\//,
      /\.(resolver|input)$/,
      shared,
      /^src\/(accounts\/account|oauth\/scopes)$/,
    ],
    packages: [
      'graphql',
      'type-graphql',
      'reflect-metadata',
      'pino',
      '@apollo/server',
      '@apollo/server/plugin/disabled',
      'graphql-upload/Upload.mjs',
      '@apollo/utils.keyvaluecache',
      '@escape.tech/graphql-armor',
    ],
  },
  { files: /^src\/cli\//, ours: [/^src\//], packages: ['mongoose', 'bson', 'pino'] },
  {
    files: /^src\/start\//,
    ours: [/^src\//, /^embedded-mongodb\/server$/, /^sidecar\/ledger\//],
    packages: ['reflect-metadata', 'pino'],
  },
  { files: /^src\/jobs\//, ours: [/^src\/jobs\//, shared], packages: [] },
  {
    files: /^src\/[a-z-]+\.ts$/,
    ours: [/^src\//, /^sidecar\/ledger\//],
    packages: [
      'express',
      '@as-integrations/express5',
      'mongoose',
      'pino',
      'reflect-metadata',
      'zod',
    ],
  },
  {
    files: /^src\//,
    ours: [shared, domainTypes, /\.(store|service)$/, /^sidecar\/ledger\//],
    packages: ['@node-rs/argon2', 'lru-cache', 'rate-limiter-flexible', 'pino'],
  },
];

interface Import {
  readonly path: string;
  readonly isTypeOnly: boolean;
}

const sources = ['src', 'sidecar', 'embedded-mongodb'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(root, file)),
);

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(file, 'utf8');
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm);
  return [...found].map(([, type, path]) => ({ path: path!, isTypeOnly: type !== undefined }));
}

const resolve = (file: string, path: string) => join(dirname(file), path);

describe('module boundaries', () => {
  it.each(sources)('%s imports only what its room may', (file) => {
    const rule = rules.find(({ files }) => files.test(file));
    expect(rule).toBeDefined();
    const foreign = importsOf(file).filter(({ path, isTypeOnly }) => {
      if (path.startsWith('node:')) return rule!.isPure === true;
      if (!path.startsWith('.')) return !isTypeOnly && !rule!.packages.includes(path);
      const target = resolve(file, path);
      return !isTypeOnly && !rule!.ours.some((pattern) => pattern.test(target));
    });
    expect(foreign.map(({ path }) => path)).toEqual([]);
  });

  it('has no import cycles but by type', () => {
    const graph = new Map(
      sources.map((file) => [
        file.replace(/\.ts$/, ''),
        importsOf(file)
          .filter(({ path, isTypeOnly }) => path.startsWith('.') && !isTypeOnly)
          .map(({ path }) => resolve(file, path)),
      ]),
    );
    expect(findCycle(graph)).toBeNull();
  });

  it('keeps index files for registries', () => {
    const indexes = sources.filter((file) => basename(file) === 'index.ts').sort();
    const registries =
      /^(src\/(rest|jobs|cli|oauth\/grants)|sidecar\/(methods|wallet\/methods|ledger\/(transactions|requests))|embedded-mongodb\/(commands|aggregate\/operators))\/index\.ts$/;
    expect(indexes.filter((file) => !registries.test(file))).toEqual([]);
  });
});

function findCycle(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | null {
  const done = new Set<string>();
  const visit = (node: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(node)) return [...path.slice(path.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return null;
}
