import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { codeOf, filesBelow, importsOf, resolve, sources } from './support/imports';

/**
 * A rule of imports, types included. The first rule whose pattern matches a file decides: the file's imports of ours
 * must match one of `ours`, and of packages one of `packages` (Node's own modules are free everywhere but in pure
 * rooms). A rule without `ours` leaves that to the wings.
 */
interface Rule {
  readonly files: RegExp;
  readonly ours?: readonly RegExp[];
  readonly packages: readonly string[];
  /** No `node:` modules either. */
  readonly isPure?: boolean;
}

/** Nouns that every room uses: they stand at the root of `src`. */
const shared =
  /^src\/(errors|amount|classifier|non-empty|present|hour|validation|input-members|json-schema|language|config|id|id-words|ip-address|network|peer-account|reason|request-facts|secret|record|sizes|snake-case|time|time-zone|turns|reference|sync-folder|unless-aborted|with-timeout)$/;

/** All slices of the context: for those who hand it over as a whole, never for a service. */
const wholeContext = /^src\/api\/context$/;

/**
 * The wings in their order: each imports from itself and from those before it, never from one after it. Demand and
 * supply stand side by side; supply may look at demand.
 */
const wings = [
  'platform',
  'identity',
  'demand',
  'supply',
  'peers',
  'market',
  'money',
  'insight',
] as const;

const rules: readonly Rule[] = [
  {
    files: /^sidecar\/ledger\//,
    ours: [/^sidecar\/ledger\//],
    packages: ['node:crypto'],
    isPure: true,
  },
  {
    files: /^sidecar\/rpc\//,
    ours: [/^sidecar\/rpc\//],
    packages: ['json-rpc-2.0', 'pino', 'prom-client', 'rate-limiter-flexible'],
  },
  {
    // The common part of the methods of relay and wallet, between JSON-RPC and nodes.
    files: /^sidecar\/node\/methods\//,
    ours: [/^sidecar\/(node|ledger|rpc)\//],
    packages: [],
  },
  { files: /^sidecar\/node\//, ours: [/^sidecar\/(node|ledger)\//], packages: [] },
  {
    // Not the wallet: what the relay loads can sign nothing.
    files: /^sidecar\/relay\//,
    ours: [/^sidecar\/(relay|ledger|node|rpc)\//],
    packages: [],
  },
  { files: /^sidecar\/wallet\//, ours: [/^sidecar\/(wallet|ledger|node|rpc)\//], packages: [] },
  { files: /^sidecar\/dev-node\//, ours: [/^sidecar\/(dev-node|ledger)\//], packages: [] },
  {
    files: /^packages\/embedded-mongodb\//,
    ours: [/^packages\/embedded-mongodb\//],
    packages: ['bson'],
  },

  {
    files: /^src\/market\/selection\//,
    ours: [/^src\/market\/selection\//, /^src\/(id-words|sizes|present)$/],
    packages: [],
    isPure: true,
  },
  {
    files: /^src\/money\/verification\/rules\//,
    ours: [
      /^src\/money\/verification\/(rules\/|judge\/((event|conversion|verdict)-rule|click-share|ran)$)/,
      /^src\/market\/events\/offer-lifetime$/,
      /^src\/amount$/,
    ],
    packages: [],
    isPure: true,
  },
  {
    files: /^src\/(amount|errors|sizes|market\/events\/offer-lifetime)\.ts$/,
    ours: [],
    packages: [],
    isPure: true,
  },
  {
    files: /^src\/http\//,
    ours: [/^src\/(http\/|errors$|config$|non-empty$|with-timeout$)/],
    packages: ['express', 'pino', 'multer', 'prom-client'],
  },
  {
    // The whole context, and its making for a request.
    files: /^src\/api\/(request-)?context\.ts$/,
    ours: [
      /^src\/(http|platform|identity|demand|supply|peers|market|money|insight)\//,
      wholeContext,
      shared,
    ],
    packages: ['express'],
  },
  {
    // Describes the records to others.
    files: /^src\/api\/openapi\//,
    ours: [
      /^src\/(http|api\/openapi)\//,
      /^src\/api\/(rest\/(index|route|csv-routes)|graphql\/access-rules)$/,
      /^src\/platform\/resources\/parsed-by$/,
      /^src\/identity\/oauth\/scopes$/,
      shared,
    ],
    packages: ['express', 'graphql'],
  },
  {
    files: /^src\/api\/rest\/files\.ts$/,
    ours: [
      /^src\/(http|api\/rest)\//,
      shared,
      wholeContext,
      /^src\/demand\/(creatives\/creative-content(\.service|s)|uploads\/upload\.service)$/,
    ],
    packages: ['express'],
  },
  {
    // Formats of the network, which other servers read strictly.
    files: /^src\/api\/rest\/peer(s|-events|-details)\.ts$/,
    ours: [
      /^src\/(http|api\/rest)\//,
      shared,
      wholeContext,
      /^src\/api\/request-context$/,
      /^src\/(peers\/\w+|market\/peer-events|money\/remittances)\/[\w-]+\.service$/,
    ],
    packages: ['express'],
  },
  {
    files: /^src\/api\/rest\/demo\.ts$/,
    ours: [/^src\/(http|api\/rest)\//, shared, wholeContext, /^src\/insight\/demo-page\//],
    packages: ['express'],
  },
  {
    files: /^src\/api\/pages\//,
    ours: [
      /^src\/(http|api\/pages)\//,
      shared,
      wholeContext,
      /^src\/((identity|money)\/\w+\/([\w-]+\/)?[\w-]+|market\/creative-reports\/creative-report)\.service$/,
      /^src\/insight\/notifications\/notification-preferences\.service$/,
      // The preview of a placement is made of these.
      /^src\/supply\/(placements\/(embed-code|publisher-placement\.service)|sites\/publisher-site\.service)$/,
      /^src\/demand\/creatives\/creative-content\.service$/,
      /^src\/(api\/request-context|identity\/(access\/access-rule|accounts\/(email|holder|session-cookie)|audit\/actor|oauth\/(scopes|authorizations\/(authorize|authorization-request))))$/,
    ],
    packages: ['express'],
  },
  {
    files: /^src\/api\/panel\//,
    ours: [
      /^src\/(http|api\/(pages|panel))\//,
      shared,
      wholeContext,
      /^src\/api\/request-context$/,
    ],
    packages: ['express'],
  },
  {
    // Tables of more rows than GraphQL gives.
    files: /^src\/api\/rest\/(money-tables|statistics-tables|stats)\.ts$/,
    ours: [
      /^src\/(http|api\/rest)\//,
      shared,
      wholeContext,
      /^src\/identity\/access\/access-rule$/,
      /^src\/insight\/statistics(\/questions|-reports)\/(question-texts|[\w-]+\.service)$/,
      /^src\/money\/[\w/-]+-table\.service$/,
      /\.schema$/,
    ],
    packages: [],
  },
  {
    files: /^src\/api\/rest\//,
    ours: [
      /^src\/(http|api\/rest)\//,
      shared,
      wholeContext,
      // A table of members knows no transport, nor do the forms of members.
      /\.(resource|schema)$/,
      /^src\/platform\/resources\/(resource|parsed-by)$/,
      /^src\/(api\/request-context|platform\/(graphql\/(unwrap-error|plain-words|scalars)|limits\/slots)|api\/graphql\/access-rules|identity\/(access\/access-rule|accounts\/session-cookie|oauth\/errors))$/,
    ],
    packages: ['express', 'graphql', 'graphql-jit', 'pino'],
  },
  {
    files: /^src\/api\/graphql\//,
    ours: [
      /^src\/(http|api\/graphql)\//,
      /^src\/platform\/(graphql\/|resources\/parsed-by$)/,
      /\.(resolver|input)$/,
      shared,
      wholeContext,
      /^src\/identity\/audit\/(actor|audit-entry|audited\.service|changed-members)$/,
      /^src\/(api\/request-context|identity\/(access\/(access-rule|viewer)|oauth\/tokens\/caller)|platform\/(database\/unavailable|limits\/slots))$/,
    ],
    packages: [
      'graphql',
      'lru-cache',
      'type-graphql',
      'reflect-metadata',
      'pino',
      'express',
      'graphql-upload/Upload.mjs',
      '@apollo/server',
      '@apollo/server/plugin/disabled',
      '@as-integrations/express5',
      '@apollo/utils.keyvaluecache',
    ],
  },
  { files: /^src\/cli\//, ours: [/^src\//], packages: ['mongoose', 'bson', 'pino'] },
  {
    // The demo's page shows the way of an ad from its campaign to the payment: it looks at all wings.
    files: /^src\/insight\/demo-page\//,
    ours: [/^src\/(insight\/demo-page|demand|supply|peers|market|money)\//, shared],
    packages: ['type-graphql'],
  },
  {
    files: /^src\/start\//,
    ours: [/^src\//, /^sidecar\/ledger\//],
    packages: ['reflect-metadata', 'pino', 'sharp', 'embedded-mongodb'],
  },
  {
    files: /^src\/(assembly\/|[a-z-]+\.ts$)/,
    ours: [/^src\//, /^sidecar\/ledger\//],
    packages: [
      'express',
      'mongoose',
      'pino',
      'reflect-metadata',
      'zod',
      // Types only: of a request's span, and of what a gauge says of itself.
      '@opentelemetry/api',
      'prom-client',
    ],
  },

  { files: /\.stores?\.ts$/, packages: ['mongoose'] },
  { files: /\.(type|input|resolver)\.ts$/, packages: ['type-graphql'] },
  // The type of the log that their context has.
  { files: /\.(service|job)\.ts$/, packages: ['pino'] },
  { files: /^src\/demand\/taxonomy\//, packages: ['zod', 'pino'] },
  { files: /^src\/demand\/contents\//, packages: ['es-module-lexer', 'parse5', 'sharp', 'yauzl'] },
  { files: /^src\/identity\/accounts\/second-factor\//, packages: ['otpauth'] },
  { files: /^src\/identity\/oauth\//, packages: ['jsonwebtoken', 'lru-cache'] },
  { files: /^src\/platform\/mail\//, packages: ['nodemailer', 'pino'] },
  // Traces are an operator's choice: only types are imported, the package is loaded when they are switched on.
  {
    files: /^src\/platform\/database\/command-spans\.ts$/,
    packages: ['mongoose', '@opentelemetry/api'],
  },
  // Hands the connection on to `database/`, by type.
  { files: /^src\/platform\/findings\/clock-check\.ts$/, packages: ['mongoose'] },
  { files: /^src\/platform\/process\/tracing\.ts$/, packages: ['@opentelemetry/api'] },
  { files: /^src\/platform\/database\//, packages: ['mongoose', 'pino'] },
  { files: /^src\/platform\/process\//, packages: ['pino'] },
  { files: /^src\/market\/events\/invalid-traffic\.ts$/, packages: ['isbot', 'lru-cache'] },
  {
    files: /^src\/platform\/resources\//,
    packages: ['type-graphql', 'mongoose', 'zod', 'graphql'],
  },
  {
    files: /^src\/platform\/graphql\//,
    packages: ['graphql', 'type-graphql', 'graphql-upload/Upload.mjs'],
  },
  {
    files: /^src\//,
    packages: ['@node-rs/argon2', 'lru-cache', 'rate-limiter-flexible', 'pino'],
  },
];

/** Files that these roles may not reach, whichever wing they stand in. */
const roles: readonly { readonly files: RegExp; readonly never: RegExp }[] = [
  { files: /\.resolver\.ts$/, never: /\.store$/ },
  { files: /\.(type|input)\.ts$/, never: /\.(store|service|resolver)$/ },
  { files: /\.service\.ts$/, never: /\.(resolver|type|input)$/ },
  { files: /\.store\.ts$/, never: /\.(resolver|type|input|service)$/ },
  // The command line stands on the gateway; nothing stands on the command line.
  { files: /^src\/(?!cli\/)/, never: /^src\/cli\// },
  // Commands speak no GraphQL.
  { files: /^src\/cli\//, never: /\.(resolver|type|input)$/ },
];

/** Calls that look at the clock, at chance or at the world outside. */
const impure =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\b|\bprocess\b|\bset(?:Timeout|Interval|Immediate)\b|\bfetch\(/;

const wingOf = (path: string): number => wings.findIndex((wing) => path.startsWith(`src/${wing}/`));

/**
 * Says that a file of a wing may import the target: a file of its own wing, of a wing before it, or a noun of
 * everybody's.
 */
function isWithinWings(file: string, target: string): boolean {
  const wing = wingOf(target);
  return shared.test(target) || /^sidecar\/ledger\//.test(target)
    ? true
    : wing !== -1 && wing <= wingOf(file);
}

/** The imports of a file that its room may not have; `undefined` for a file of no room. */
function foreignImports(file: string): readonly string[] | undefined {
  const rule = rules.find(({ files }) => files.test(file));
  if (!rule) return undefined;
  const { ours, packages, isPure } = rule;
  return importsOf(file).filter((path) => {
    if (path.startsWith('node:')) return isPure === true && !packages.includes(path);
    if (!path.startsWith('.')) return !packages.includes(path);
    const target = resolve(file, path);
    if (roles.some(({ files, never }) => files.test(file) && never.test(target))) return true;
    return ours ? !ours.some((pattern) => pattern.test(target)) : !isWithinWings(file, target);
  });
}

describe('module boundaries', () => {
  it('let each file import only what its room may', () => {
    const found = sources.map((file) => ({ file, foreign: foreignImports(file) }));
    const withoutRoom = found.filter(({ foreign }) => foreign === undefined);
    expect(withoutRoom.map(({ file }) => file)).toEqual([]);
    expect(
      found.flatMap(({ file, foreign = [] }) => foreign.map((path) => `${file}: ${path}`)),
    ).toEqual([]);
  });

  it('keeps clock, chance and the outside away from pure rooms', () => {
    const pure = sources.filter(
      (file) => rules.find(({ files }) => files.test(file))?.isPure === true,
    );
    expect(pure.length).toBeGreaterThan(100);
    expect(pure.filter((file) => impure.test(codeOf(file)))).toEqual([]);
  });

  it.each(['panel', 'tag'])(
    '%s, which runs in browsers, imports nothing of the other rooms',
    (room) => {
      const foreign = filesBelow([room]).flatMap((file) =>
        importsOf(file)
          .filter((path) => path.startsWith('.') && !resolve(file, path).startsWith(`${room}/`))
          .map((path) => `${file}: ${path}`),
      );
      expect(foreign).toEqual([]);
    },
  );

  it('let resolvers look into no store', () => {
    const resolvers = sources.filter((file) => file.endsWith('.resolver.ts'));
    expect(resolvers.length).toBeGreaterThan(30);
    const found = resolvers.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bctx\.(\w+)|\}: \w*Context\b/g)]
        .filter(([, member]) => !['publicUrl', 'taxonomy', 'viewer'].includes(member ?? ''))
        .map(([text]) => `${file}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('keeps index files for registries', () => {
    const indexes = sources.filter((file) => basename(file) === 'index.ts').sort();
    const registries =
      /^(src\/(api\/(rest|pages)|cli|identity\/oauth\/grants|market\/selection\/rules|money\/(books\/checks|verification\/rules))|sidecar\/(dev-node\/misbehaviour|wallet\/methods|ledger\/(transactions|requests))|packages\/embedded-mongodb\/src\/(commands|aggregate\/operators))\/index\.ts$/;
    expect(indexes.filter((file) => !registries.test(file))).toEqual([]);
  });
});
