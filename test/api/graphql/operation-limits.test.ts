import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLObjectType,
  isEnumType,
  isObjectType,
  isRequiredArgument,
  Kind,
  parse,
} from 'graphql';
import { operationLimits } from '../../../src/api/graphql/operation-limits';
import { createSchema } from '../../../src/api/graphql/schema';
import { linesOfPart } from '../../../src/money/peer-receipts/peer-receipt';
import { costOf } from '../../../src/platform/graphql/operation-cost';
import { mostOfAll } from '../../../src/platform/lists/all';

const schema = createSchema();

interface List {
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
  /** The description of the argument `first`. */
  readonly description: string;
}

const listsOf = (type: GraphQLObjectType): readonly List[] =>
  Object.values(type.getFields()).flatMap((field) => {
    const first = field.args.find(({ name }) => name === 'first');
    return first ? [{ name: field.name, field, description: first.description ?? '' }] : [];
  });
const lists = listsOf(schema.getQueryType()!);
const nestedLists = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type))
  .filter((type) => type !== schema.getQueryType())
  .flatMap(listsOf);

/** The members of an item that have no members of their own. */
function membersOf(type: GraphQLObjectType): readonly string[] {
  return Object.values(type.getFields())
    .filter((field) => !isObjectType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name);
}

function valueOf({ name, type }: GraphQLArgument): string {
  const named = getNamedType(type);
  const value = isEnumType(named) ? named.getValues()[0]!.name : '"2026-01-01T00:00:00Z"';
  return `${name}: ${value}`;
}

function costOfQuery(query: string, variables: Readonly<Record<string, unknown>> = {}): number {
  const document = parse(query);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('it is an operation');
  return costOf(schema, { document, operation, variables });
}

/** The cost of so many items of a list; null: of as many as come where nothing is said. */
function costOfItems({ field }: List, first: number | null, shown: 'ids' | 'all'): number {
  const given = field.args.filter(isRequiredArgument).map(valueOf);
  if (first !== null) given.push(`first: ${first}`);
  const type = getNamedType(field.type) as GraphQLObjectType;
  const nodes = type.getFields()['nodes'];
  const item = nodes ? (getNamedType(nodes.type) as GraphQLObjectType) : type;
  const members = shown === 'ids' ? 'id' : membersOf(item).join(' ');
  const args = given.length > 0 ? `(${given.join(', ')})` : '';
  return costOfQuery(`{ ${field.name}${args} { ${nodes ? `nodes { ${members} }` : members} } }`);
}

/** Says that an operation may ask for so many items. */
function isAffordable(list: List, first: number, shown: 'ids' | 'all'): boolean {
  return costOfItems(list, first, shown) <= operationLimits.maxCost;
}

describe('the length that a list promises', () => {
  it.each(lists.map((list) => [list.name, list] as const))(
    'is one that an operation may pay for: %s',
    (_name, list) => {
      const most = /at most (\d+)/.exec(list.description)?.[1];
      const ofIds = /(\d+) with their ids alone/.exec(list.description)?.[1];
      expect(Number(most)).toBeGreaterThan(0);
      expect(isAffordable(list, Number(most), 'all')).toBe(true);
      if (ofIds !== undefined) expect(isAffordable(list, Number(ofIds), 'ids')).toBe(true);
    },
  );

  it('is the most that an operation may pay for where the documents give an example', () => {
    const documents = readFileSync('docs/http-api.md', 'utf8');
    const [, most = '', count] = /([\d,]+) campaigns with (\d+) members fit/.exec(documents) ?? [];
    const costWith = (members: number) => {
      const shown = ['id', 'name', 'status', 'budget', 'medium'].slice(0, members).join(' ');
      return costOfQuery(`{ campaigns(first: ${most.replace(',', '')}) { nodes { ${shown} } } }`);
    };
    expect(costWith(Number(count))).toBeLessThanOrEqual(operationLimits.maxCost);
    expect(costWith(Number(count) + 1)).toBeGreaterThan(operationLimits.maxCost);
  });

  it('is not promised where the whole list is paid for, however much is asked for', () => {
    const promising = nestedLists.filter(({ description }) => /at most/.test(description));
    expect(promising).toEqual([]);
    expect(nestedLists.map(({ name }) => name).toSorted()).toEqual(['conversions', 'creatives']);
  });

  it('is refused beyond that where an item costs more than usual', () => {
    const dear = lists.filter(({ description }) => / each costs /.test(description));
    expect(dear.map(({ name }) => name).toSorted()).toEqual([
      'allAuditEntries',
      'auditLog',
      'events',
      'journal',
      'sites',
    ]);
    expect(dear.filter((list) => isAffordable(list, 600, 'ids'))).toEqual([]);
  });
});

describe('a list that is no connection', () => {
  const ofReceipts = (given: string, members: string) =>
    costOfQuery(`{ peerReceipts${given} { ${members} } }`);

  it('costs the members of each of its items', () => {
    const [one, two] = [1, 2].map((first) => ofReceipts(`(first: ${first})`, 'lines { caseId }'));
    expect(two! - one!).toBeGreaterThanOrEqual(linesOfPart);
    expect(ofReceipts('(first: 100)', 'lines { caseId }')).toBeGreaterThan(100 * linesOfPart);
  });

  it('costs as many items as it gives', () => {
    const most = ofReceipts(`(first: ${mostOfAll})`, 'id peer');
    expect(ofReceipts('', 'id peer')).toBe(most);
    expect(ofReceipts(`(first: ${10 * mostOfAll})`, 'id peer')).toBe(most);
  });
});

describe('the size of a page', () => {
  it.each(lists.map((list) => [list.name, list] as const))(
    'is the default that is promised where nothing is said: %s',
    (_name, list) => {
      const promised = /default (\d+)/.exec(list.description)?.[1];
      const declared = list.field.args.find(({ name }) => name === 'first')?.defaultValue;
      const usual = Number(promised ?? declared);
      expect(costOfItems(list, null, 'all')).toBe(costOfItems(list, usual, 'all'));
    },
  );

  const inside = '{ edges { node { id name } } }';
  const ofNested = (first: string) =>
    costOfQuery(
      `{ campaigns(first: 100) { edges { node { id creatives(${first}) ${inside} } } } }`,
    );

  it.each(['0', '-1', '-100000', '1.5', '"-1"', '[-1]'])(
    'takes nothing away where it is %s: the field may be left out, and the others are answered',
    (first) => {
      expect(ofNested(`first: ${first}`)).toBeGreaterThanOrEqual(ofNested('first: 1'));
      const query = `query ($n: Int) { campaigns(first: $n) ${inside} }`;
      const variables = { n: JSON.parse(first) };
      expect(costOfQuery(query, variables)).toBeGreaterThan(costOfQuery(query, { n: 1 }));
    },
  );

  it.each([
    ['', {}, 10],
    ['', { n: null }, 10],
    ['', { n: 7 }, 7],
    [' = 500', {}, 500],
    [' = 500', { n: 7 }, 7],
    [' = 500', { n: null }, 10],
    [' = null', {}, 10],
  ])('is the one of the variable: $n: PositiveInt%s of %j', (usual, variables, size) => {
    const query = `query ($n: PositiveInt${usual}) { campaigns(first: $n) ${inside} }`;
    expect(costOfQuery(query, variables)).toBe(
      costOfQuery(`{ campaigns(first: ${size}) ${inside} }`),
    );
  });
});
