import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import { createSchema } from '../../../src/api/graphql/schema';
import { handledFieldsOf } from '../../../src/api/graphql/handled-fields';
import { scopeNames } from '../../support/access-tokens';
import { operationAccess } from '../../support/access-table';
import {
  type AccessWorld,
  insertAccount,
  openSession,
  signToken,
  startAccessWorld,
} from '../../support/access-world';
import { callOperation, type Operation } from '../../support/call-operation';

const schema = createSchema();
const roots = [schema.getQueryType()!, schema.getMutationType()!, schema.getSubscriptionType()!];
const operations: readonly Operation[] = roots.flatMap((type) =>
  Object.values(type.getFields()).map((field) => ({
    name: `${type.name}.${field.name}`,
    type,
    field,
  })),
);
const errorsOf = (name: string) =>
  operations
    .find(({ field }) => field.name === name)
    ?.field.description?.split(/ (?=Errors: )/)
    .at(-1);

describe('errors of operations', () => {
  it.each([
    ['viewer', 'Errors: UNAUTHENTICATED.'],
    ['jobs', 'Errors: UNAUTHENTICATED, FORBIDDEN.'],
    ['campaign', 'Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.'],
    ['sites', 'Errors: UNAUTHENTICATED, FORBIDDEN, VALIDATION_FAILED.'],
    ['createSite', 'Errors: UNAUTHENTICATED, FORBIDDEN, VALIDATION_FAILED.'],
  ])('follow from the declaration of %s', (name, errors) => {
    expect(errorsOf(name)).toBe(errors);
  });

  it('are followed by those that the resolver writes', () => {
    expect(errorsOf('retryPayment')).toBe(
      'Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT for one that is confirmed.',
    );
  });

  it('are said in the words of the resolver, where it has some of its own', () => {
    expect(errorsOf('auditLog')).toBe(
      'Errors: UNAUTHENTICATED, FORBIDDEN without a session, VALIDATION_FAILED for a cursor of another list.',
    );
  });

  it('stay none where nothing is declared or written', () => {
    expect(errorsOf('media')).toMatch(/ No errors\.$/);
  });

  it('are written by no resolver that has no more to say of them', () => {
    const twice = handledFieldsOf(schema).flatMap(({ field, handler }) => {
      const [, written = ''] = (handler.description ?? '').split(' Errors: ');
      const { roles, schemaName } = handler;
      const parts = written.replace(/\.$/, '').split(/[,;] (?=[A-Z_]{4})/);
      const isKnown = (part: string) =>
        (part === 'UNAUTHENTICATED' && roles !== undefined) ||
        (part === 'FORBIDDEN' && roles !== undefined && roles.length > 0) ||
        (part === 'NOT_FOUND' && field.args.some(({ type }) => String(type) === 'ID!')) ||
        (part === 'VALIDATION_FAILED' &&
          field.args.some(({ type }) => isInputObjectType(getNamedType(type))));
      return parts.some(isKnown) ? [schemaName] : [];
    });
    expect(twice).toEqual([]);
  });
});

describe('NOT_FOUND', () => {
  let world: AccessWorld;
  beforeAll(async () => {
    world = await startAccessWorld();
  });
  // Some things an account may have only so often.
  beforeEach(async () => {
    const { app, owner, other } = world;
    world = { app, owner: await insertAccount(app, owner.roles), other };
  });

  const withIds = operations.flatMap((operation) =>
    operation.field.args
      .filter(({ type }) => String(type) === 'ID!')
      .map((argument) => ({ ...operation, argument: argument.name, operation })),
  );
  const absent = 'f'.repeat(32);

  async function tokenFor(name: string): Promise<string | null> {
    const { app, owner } = world;
    const { rule } = operationAccess[name]!;
    if (rule === 'everybody') return null;
    // Of all operations with an id, one is for access tokens alone.
    if (rule === 'anyToken') return signToken(app, owner, scopeNames);
    return openSession(app, rule === 'operator' ? await insertAccount(app, ['operator']) : owner);
  }

  it.each(withIds)('is what $name says of no $argument', async ({ name, argument, operation }) => {
    const given = (await operationAccess[name]?.arguments?.(world)) ?? `${argument}: ""`;
    const args = given.replace(new RegExp(`\\b${argument}: "[^"]*"`), `${argument}: "${absent}"`);
    expect(args).toContain(absent);
    const token = await tokenFor(name);
    expect(await callOperation(world.app, operation, { token, args })).toBe('NOT_FOUND');
  });
});
