import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRequiredArgument, Kind, OperationTypeNode, parse } from 'graphql';
import type { Account } from '../../../src/identity/accounts/account';
import { accessRulesOf } from '../../../src/api/graphql/access-rules';
import { createSchema } from '../../../src/api/graphql/schema';
import { errorCodes, type ErrorCode } from '../../../src/errors';
import { pages } from '../../../src/api/pages/index';
import type { PageRoute } from '../../../src/api/pages/page-route';
import { csvRoutes, routes as records } from '../../../src/api/rest/index';
import type { CsvRoute } from '../../../src/api/rest/csv-routes';
import type { Route as RestRecord } from '../../../src/api/rest/route';
import { deadTokens, scopeNames, weakAccessTokens, weakTokens } from '../../support/access-tokens';
import type { OperationRow } from '../../support/access-row';
import { operationAccess, routeAccess } from '../../support/access-table';
import {
  type AccessWorld,
  insertAccount,
  openSession,
  signToken,
  startAccessWorld,
} from '../../support/access-world';
import { send } from '../../support/app';
import { callOperation as call, type Operation, operationsOf } from '../../support/call-operation';
import { watchDividedWrites } from '../../support/divided-writes';

const operations = operationsOf(createSchema());

/** Tables ask for nothing that records may ask for beside `access`. */
type Table = CsvRoute & Partial<Pick<RestRecord, 'accepts' | 'sessionCookie' | 'tokenHeader'>>;
type Route = RestRecord | PageRoute | Table;
const routes: readonly Route[] = [...records, ...pages, ...csvRoutes];

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;

/** The rows of a record or a page: its own check, and the operations that it runs. */
function rowsOf(route: Route): readonly OperationRow[] {
  const { access } = route;
  const own = access ? [{ rule: access[0] ?? ('anyToken' as const), other: 'own' as const }] : [];
  return [...own, ...operationRowsOf(route)];
}

function operationRowsOf(route: Route): readonly OperationRow[] {
  if (!('operation' in route)) return [];
  return parse(route.operation).definitions.flatMap((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
    const type = definition.operation === OperationTypeNode.QUERY ? 'Query' : 'Mutation';
    return definition.selectionSet.selections.flatMap((selection) =>
      selection.kind === Kind.FIELD
        ? [operationAccess[`${type}.${selection.name.value}`] ?? { rule: 'everybody' as const }]
        : [],
    );
  });
}

let world: AccessWorld;
let undivided: ReadonlySet<string>;
beforeAll(async () => {
  world = await startAccessWorld();
  undivided = watchDividedWrites(world.app.ctx.campaigns.models[0]!.db);
});
afterAll(() => {
  // Every operation has been called: what they wrote, a sharded cluster can write on one shard.
  expect([...undivided]).toEqual([]);
});

/** Accounts of their own for each test that acts: some things may be had only so often. */
async function renewAccounts(): Promise<void> {
  const { app, owner, other } = world;
  world = {
    app,
    owner: await insertAccount(app, owner.roles),
    other: await insertAccount(app, other.roles),
  };
}

const callOperation = (operation: Operation, token: string | null, args: string) =>
  call(world.app, operation, { token, args });

interface RestCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: unknown;
}

async function callRoute(
  route: Route,
  token: string | null,
  call: RestCall = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const { params = {}, query = '', body = {} } = call;
  const path = route.path.replaceAll(
    /:(\w+)/g,
    (_, name: string) => params[name] ?? '0'.repeat(32),
  );
  const hasBody = route.method === 'post' || route.method === 'patch';
  const { tokenHeader = 'Authorization' } = route;
  const { status } = await send(`${world.app.url}${path}${query}`, {
    method: route.method.toUpperCase(),
    headers: {
      ...headers,
      ...(token !== null && { [tokenHeader]: `Bearer ${token}` }),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
  return status < 400 ? 'data' : status;
}

const statusOf = (outcome: ErrorCode | 'data') =>
  outcome === 'data' ? outcome : errorCodes[outcome];
const wanted = (outcome: 'own' | ErrorCode) => (outcome === 'own' ? 'data' : outcome);
const refusals = (guarded: readonly { readonly name: string }[]) =>
  guarded.flatMap(({ name }) => Object.keys(deadTokens).map((kind) => [name, kind] as const));

const listed = operations.filter(({ name }) => operationAccess[name]);

describe('the table of who may do what', () => {
  it('has a row for every query, mutation and subscription, and no other', () => {
    expect(Object.keys(operationAccess).sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  it('has a row for every REST record and page, and no other', () => {
    expect(Object.keys(routeAccess).sort()).toEqual(routes.map(nameOf).sort());
  });

  it.each(listed)('says of $name what the schema says', ({ name, field }) => {
    const rules = accessRulesOf(field);
    const said = rules === null ? ['everybody'] : rules.length === 0 ? ['anyToken'] : rules;
    expect(said).toEqual([operationAccess[name]?.rule]);
  });

  it.each(listed)('says what $name does with the things of others', ({ name, field }) => {
    const { rule, other, arguments: args } = operationAccess[name]!;
    if (rule === 'everybody') return;
    expect(other).toBeDefined();
    if (field.args.some(isRequiredArgument)) expect(args).toBeDefined();
  });
});

const guarded = operations.filter(
  ({ name }) => operationAccess[name] && operationAccess[name].rule !== 'everybody',
);
const byName = new Map(operations.map((operation) => [operation.name, operation]));
const argumentsOf = async (name: string) => (await operationAccess[name]?.arguments?.(world)) ?? '';
/** For callers who are refused whatever they ask for: the things of the first who did. */
const refusedArguments = new Map<string, Promise<string>>();
function argumentsToRefuse(name: string): Promise<string> {
  const known = refusedArguments.get(name) ?? renewAccounts().then(() => argumentsOf(name));
  refusedArguments.set(name, known);
  return known;
}

/** Dead tokens stay dead: one token of each kind is shown to all. */
const madeDead = new Map<string, Promise<string | null>>();
function deadToken(kind: string): Promise<string | null> {
  const token = madeDead.get(kind) ?? deadTokens[kind]!(world);
  madeDead.set(kind, token);
  return token;
}

describe('GraphQL', () => {
  it.each(refusals(guarded))('refuses %s: %s', async (name, kind) => {
    const token = await deadToken(kind);
    const outcome = await callOperation(byName.get(name)!, token, await argumentsToRefuse(name));
    expect(outcome).toBe('UNAUTHENTICATED');
  });
});

describe('GraphQL', () => {
  beforeEach(renewAccounts);

  it.each(guarded)('forbids $name to who lacks the role or the scope', async (operation) => {
    const { rule } = operationAccess[operation.name]!;
    for (const makeToken of [...weakTokens(world, rule), ...weakAccessTokens(world, rule)]) {
      const outcome = await callOperation(
        operation,
        await makeToken(),
        await argumentsToRefuse(operation.name),
      );
      expect(outcome).toBe('FORBIDDEN');
    }
  });

  it.each(guarded)('lets the owner do $name', async (operation) => {
    const { rule, owner = 'data' } = operationAccess[operation.name]!;
    const token = await openSession(world.app, await ownerFor(rule));
    expect(await callOperation(operation, token, await argumentsOf(operation.name))).toBe(owner);
  });

  it.each(guarded)('keeps the owner’s things from others in $name', async (operation) => {
    const { rule, other = 'own', owner } = operationAccess[operation.name]!;
    if (rule === 'operator') return;
    const token = await openSession(world.app, world.other);
    const outcome = await callOperation(operation, token, await argumentsOf(operation.name));
    expect(outcome).toBe(other === 'own' ? (owner ?? 'data') : other);
  });
});

const absentId = 'f'.repeat(32);
const withIds = operations.flatMap((operation) =>
  operation.field.args
    .filter(({ type }) => String(type) === 'ID!')
    .map(({ name: argument }) => ({ ...operation, argument })),
);

describe('GraphQL', () => {
  beforeEach(renewAccounts);

  /** Of all operations with an id, one is for access tokens alone. */
  const tokenFor = async (rule: OperationRow['rule']) => {
    if (rule === 'everybody') return null;
    return rule === 'anyToken'
      ? signToken(world.app, world.owner, scopeNames)
      : openSession(world.app, await ownerFor(rule));
  };

  it.each(withIds)('finds nothing in $name by an absent $argument', async (operation) => {
    const { name, argument } = operation;
    const given = (await argumentsOf(name)) || `${argument}: ""`;
    const args = given.replace(new RegExp(`\\b${argument}: "[^"]*"`), `${argument}: "${absentId}"`);
    expect(args).toContain(absentId);
    const token = await tokenFor(operationAccess[name]!.rule);
    expect(await callOperation(operation, token, args)).toBe('NOT_FOUND');
  });
});

/** The operator owns what only operators may do. */
function ownerFor(rule: OperationRow['rule']): Account | Promise<Account> {
  return rule === 'operator' ? insertAccount(world.app, ['operator']) : world.owner;
}

const guardedRoutes = routes.filter(
  (route) => routeAccess[nameOf(route)] && rowsOf(route).some(({ rule }) => rule !== 'everybody'),
);
const named = new Map(routes.map((route) => [nameOf(route), route]));
const asNamed = guardedRoutes.map((route) => ({ name: nameOf(route) }));

describe('REST and pages', () => {
  it.each(refusals(asNamed))('refuses %s: %s', async (name, kind) => {
    expect(await callRoute(named.get(name)!, await deadToken(kind))).toBe(401);
  });
});

describe('REST and pages', () => {
  const requestOf = (name: string) => routeAccess[name]?.request?.(world) ?? {};
  beforeEach(renewAccounts);

  it.each(guardedRoutes.filter(({ accepts }) => accepts !== undefined))(
    'refuses $method $path: the other kind of token',
    async (route) => {
      const isForAccessTokens = route.accepts === 'accessToken';
      const token = isForAccessTokens
        ? await openSession(world.app, world.owner)
        : await signToken(world.app, world.owner, scopeNames);
      expect(await callRoute(route, token, await requestOf(nameOf(route)))).toBe(401);
    },
  );

  it.each(guardedRoutes.filter(({ sessionCookie }) => sessionCookie === undefined))(
    'reads no session’s cookie at $method $path, not even of a page of ours',
    async (route) => {
      const session = await openSession(world.app, world.owner, undefined, 'browser');
      const headers = { Cookie: `adgate-session=${session}`, 'Sec-Fetch-Site': 'same-origin' };
      expect(await callRoute(route, null, await requestOf(nameOf(route)), headers)).toBe(401);
    },
  );

  /** A token of the kind that the record takes. */
  const openFor = async (route: Route, account: Account): Promise<string> =>
    route.accepts === 'accessToken'
      ? signToken(world.app, account, scopeNames)
      : openSession(world.app, account);

  it.each(guardedRoutes)(
    'forbids $method $path to who lacks the role or the scope',
    async (route) => {
      for (const { rule } of rowsOf(route))
        for (const makeToken of route.accepts === 'accessToken'
          ? weakAccessTokens(world, rule)
          : weakTokens(world, rule))
          expect(await callRoute(route, await makeToken())).toBe(403);
    },
  );

  it.each(asNamed)('lets the owner call $name', async ({ name }) => {
    const [{ rule }] = rowsOf(named.get(name)!) as [OperationRow];
    const token = await openFor(named.get(name)!, await ownerFor(rule));
    const outcome = await callRoute(named.get(name)!, token, await requestOf(name));
    expect(outcome).toBe(statusOf(routeAccess[name]!.owner ?? 'data'));
  });

  it.each(asNamed)('keeps the owner’s things from others at $name', async ({ name }) => {
    const { other, owner } = routeAccess[name]!;
    expect(other).toBeDefined();
    const token = await openFor(named.get(name)!, world.other);
    const outcome = await callRoute(named.get(name)!, token, await requestOf(name));
    expect(outcome).toBe(statusOf(other === 'own' ? (owner ?? 'data') : wanted(other!)));
  });
});
