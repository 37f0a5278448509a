import { describe, expect, it } from '@jest/globals';
import { buildSchema, parse, print } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import { mutationAsQuery, type Operation } from '../../../src/api/rest/mutation-as-query';

const schema = buildSchema(`
  type Query { name: String }
  type Mutation { rename(to: Name!): Thing! remove: Boolean! }
  type Thing { name: String! }
  input Name { text: String! }
`);
const rename = 'mutation Rename($to: Name!) { thing: rename(to: $to) { name } }';
const operationOf = (text: string): Operation => ({ document: parse(text), schema });

/** The types of graphql-jit do not know it. */
const debugging = { debug: true };

/** The code that graphql-jit makes of an operation. */
function codeOf({ document, schema: of }: Operation): string {
  const compiled = compileQuery(of, document, undefined, {
    disableLeafSerialization: true,
    ...debugging,
  });
  if (!isCompiledQuery(compiled)) throw new Error('the operation cannot be compiled');
  return String(Reflect.get(compiled, '__DO_NOT_USE_THIS_OR_YOU_WILL_BE_FIRED_compilation'));
}

/** V8 makes a function in the old generation where it stands on the right of such an assignment. */
const assignedFunction = /\.\w+ = (?:\([^)]*\)|\w+) =>/;

describe('a mutation of one field', () => {
  it('assigns no function to a member as a query', () => {
    expect(codeOf(mutationAsQuery(operationOf(rename)))).not.toMatch(assignedFunction);
  });

  it('assigns one as it is: graphql-jit has not changed', () => {
    expect(codeOf(operationOf(rename))).toMatch(assignedFunction);
  });

  it('has the same answer as a query', async () => {
    const field = schema.getMutationType()?.getFields()['rename'];
    if (!field) throw new Error('the schema has no such field');
    field.resolve = (_root, { to }: { to: { text: string } }) => ({ name: `${to.text}!` });
    const { document, schema: of } = mutationAsQuery(operationOf(rename));
    const compiled = compileQuery(of, document);
    if (!isCompiledQuery(compiled)) throw new Error('the operation cannot be compiled');
    const answer = await compiled.query(undefined, {}, { to: { text: 'A' } });
    expect(answer).toEqual({ data: { thing: { name: 'A!' } } });
  });

  it('has one schema of queries for all', () => {
    const [one, other] = [rename, 'mutation { remove }'].map((text) =>
      mutationAsQuery(operationOf(text)),
    );
    expect(one?.schema).toBe(other?.schema);
  });
});

describe('an operation that is no mutation of one field', () => {
  it.each([
    'query { name }',
    'mutation { a: remove b: remove }',
    'mutation { ...Both } fragment Both on Mutation { a: remove b: remove }',
  ])('stays as it is: %s', (text) => {
    const operation = operationOf(text);
    const { document, schema: of } = mutationAsQuery(operation);
    expect(print(document)).toBe(print(operation.document));
    expect(of).toBe(schema);
  });
});
