import { describe, expect, it } from '@jest/globals';
import { getNamedType, isInputObjectType } from 'graphql';
import { createSchema } from '../../../src/api/graphql/schema';
import { handledFieldsOf } from '../../../src/api/graphql/handled-fields';
import { operationsOf } from '../../support/call-operation';

const schema = createSchema();
const operations = operationsOf(schema);
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
