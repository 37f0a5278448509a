import { beforeAll, describe, expect, it } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { startApp, type TestApp } from '../support/app';
import { cpuMsOf } from '../support/cpu';

/** The longest body that `/graphql` reads. */
const maxBytes = 256 * 1024;
const maxMs = 50;
/** The longest is the schema itself. */
const maxAnswerBytes = 1_000_000;
/** The whole schema is told once at most: some 30 ms, of a busy processor twice that. */
const maxIntrospectionMs = 100;
const repeat = (times: number, part: (at: number) => string) =>
  Array.from({ length: times }, (_, at) => part(at)).join(' ');
/** As long as a body may be. */
const filled = (before: string, filler: string, after: string) => {
  const bytes = (text: string) => JSON.stringify(text).length - 2;
  return before + filler.repeat((maxBytes - 50 - bytes(before + after)) / bytes(filler)) + after;
};
const nested = (levels: number, width: number): string =>
  levels === 0 ? '{ id }' : `{ ${repeat(width, () => `values${nested(levels - 1, width)}`)} }`;
const doubling = (levels: number, type: string, part: (at: number) => string, last: string) =>
  `${repeat(levels, (at) => `fragment f${at} on ${type} { ${part(at + 1)} }`)} fragment f${levels} on ${type} { ${last} }`;
const inTargeting = (selection: string) =>
  `{ media { targeting { user { items ${selection} } } } }`;

const documents: Readonly<Record<string, string>> = {
  'fragments that spread the next one twice, in a mutation': `mutation { ...f0 } ${doubling(40, 'Mutation', (at) => `...f${at} ...f${at}`, '__typename')}`,
  'fragments that spread the next one twice, in a query': `{ ...f0 } ${doubling(90, 'Query', (at) => `...f${at} ...f${at}`, '__typename')}`,
  'fragments that nest the next one twice': `${inTargeting('{ ...f0 }')} ${doubling(28, 'TargetingItem', (at) => `a: values { ...f${at} } b: values { ...f${at} }`, 'id')}`,
  'fragments that spread all the later ones': `{ ...f0 } ${repeat(20, (at) => `fragment f${at} on Query { __typename ${repeat(20 - at, (next) => `...f${at + next + 1}`)} }`)} fragment f20 on Query { __typename }`,
  'fragments in circles': `{ ...f0 } ${repeat(29, (at) => `fragment f${at} on Query { ${repeat(12, (step) => `...f${(at + step) % 29}`)} }`)}`,
  'spreads with directives': `{ ...f0 } ${doubling(40, 'Query', (at) => `...f${at} @skip(if: false) ...f${at} @skip(if: false)`, '__typename')}`,
  'operations on one chain of fragments': `${repeat(70, (at) => `query q${at} { ...f0 }`)} ${doubling(40, 'Query', (at) => `...f${at}`, '__typename')}`,
  'one field again and again': `{ media { ${repeat(900, () => 'name')} } }`,
  'one field with other arguments': `{ ${repeat(80, (at) => `campaign(id: "${at}") { id }`)} }`,
  'trees of one field': inTargeting(nested(7, 2)),
  'wide trees of one field': inTargeting(nested(3, 6)),
  'aliases of one list': `{ ${repeat(100, (at) => `a${at}: media { name }`)} }`,
  'variables that nobody uses': `query (${repeat(240, (at) => `$v${at}: Int`)}) { __typename }`,
  'variables that nobody declares': `query ${'q'.repeat(200_000)} { ${repeat(90, (at) => `campaign(id: $v${at}) { id }`)} }`,
  'unknown directives': `{ __typename ${'@a '.repeat(450)} }`,
  'a directive again and again': `{ __typename ${'@skip(if: false) '.repeat(150)} }`,
  'unknown fields that look like known ones': `mutation { ${repeat(900, (at) => `rejectCreativ${at}`)} }`,
  'long unknown fields': `{ ${repeat(100, (at) => `${'x'.repeat(2_400)}${at}`)} }`,
  'unknown fields behind many lines': filled('{', '\n', repeat(200, (at) => `x${at}`) + '}'),
  'a comment on every line': filled('{', '#\n', '__typename}'),
  commas: filled('{', ',', '__typename}'),
  'a block of lines': filled('{ campaign(id: """', ' \n', '""") { id } }'),
  'a block of quotes': filled('{ campaign(id: """', '\\"""', '""") { id } }'),
  'a text of escapes': filled('{ campaign(id: "', '\\u0041', '") { id } }'),
  'suggestions in a text': filled('{ campaigns(first: "', 'Did you mean ', '") { totalCount } }'),
  'a number of many digits': filled(
    'mutation { updateConversion(id: "a", input: { value: ',
    '1',
    ' }) { id } }',
  ),
  'lists in lists': `mutation { decideOnCreatives(siteId: "a", decisions: { accept: ${'['.repeat(450)}${']'.repeat(450)} }) { id } }`,
  'inline fragments in each other': `{ ${'... { '.repeat(300)} __typename ${'}'.repeat(300)} }`,
  introspection: getIntrospectionQuery(),
  'introspection in introspection':
    '{ __schema { types { fields { type { fields { type { name } } } } } } }',
  'a long alias for each of many items': `{ media { targeting { user { ...F } site { ...F } device { ...F } } } } fragment F on TargetingOption { items { ${'a'.repeat(120_000)}: id values { ${'a'.repeat(120_000)}: id } } }`,
  'aliases of introspection': `{ __schema { types { ${repeat(15, (at) => `a${at}: fields { type { name } }`)} } } }`,
  'an open brace for every token': filled('', '{', ''),
  'text that is no GraphQL': filled('', '.', ''),
};

/** As text: what is nested so deep cannot be printed. */
const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const ids = Array.from({ length: 60_000 }, () => 'x');
const find = 'mutation ($v: BidRequestInput!) { requestBids(bidRequest: $v) { bids { impId } } }';
const create = 'mutation ($v: CreateCampaignInput!) { createCampaign(input: $v) { id } }';
const decide =
  'mutation ($v: CreativeDecisionsInput!) { decideOnCreatives(siteId: "a", decisions: $v) { id } }';
const nobody = 'query ($v: PositiveInt) { campaigns(first: $v) { totalCount } }';

const json = JSON.stringify;
const listOf = (length: number, item: (at: number) => unknown) =>
  Array.from({ length }, (_, at) => item(at));
const membersOf = (length: number, value: unknown) =>
  Object.fromEntries(listOf(length, (at) => [`member${at}`, value]) as [string, unknown][]);
const imp = { id: '1', width: 1, height: 1 };

/** Documents, and their variable as JSON. */
const variables: Readonly<Record<string, readonly [string, string]>> = {
  'a list of wrong things': [find, json({ id: 'a', imps: ids })],
  'as many wrong things as may be': [find, json({ id: 'a', imps: ids.slice(0, 4_900) })],
  'many placements': [find, json({ id: 'a', imps: listOf(5_000, () => imp) })],
  'as many placements as may be': [find, json({ id: 'a', imps: listOf(1_200, () => imp) })],
  'keywords of many levels': [find, `{"id":"a","imps":[],"user":{"keywords":${deep(50_000)}}}`],
  'a targeting of many levels': [create, `{"targeting":{"requires":{"a":${deep(50_000)}}}}`],
  'a targeting of as many levels as may be': [create, `{"targeting":${deep(15)}}`],
  'members that nobody knows': [create, json(membersOf(15_000, 1))],
  'as many members as may be': [create, json(membersOf(30, 1))],
  'members in members': [create, json(membersOf(40, membersOf(30, 1)))],
  'many decisions': [decide, json({ accept: ids, reject: ids.slice(0, 1_000) })],
  'as many decisions as may be': [decide, json({ accept: ids.slice(0, 4_900) })],
  'lists in lists': [nobody, deep(100_000)],
  'a number of many digits': [nobody, `"${'9'.repeat(200_000)}"`],
  'a number that is large': [nobody, '9'.repeat(200_000)],
};

describe.each([['1'], ['0']])('a GraphQL document, introspection %s', (introspection) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ env: { ADGATE_INTROSPECTION: introspection } });
  });

  it.each([
    ...Object.entries(documents).map(([name, query]) => [name, query, ''] as const),
    ...Object.entries(variables).map(
      ([name, [query, value]]) => [`${name} as variables`, query, value] as const,
    ),
  ])('costs little: %s', async (name, query, values) => {
    const enough = name === 'introspection' ? maxIntrospectionMs : maxMs;
    const body = `{"query":${json(query)},"variables":{${values === '' ? '' : `"v":${values}`}}}`;
    expect(body.length).toBeLessThan(maxBytes);
    const ms = await cpuMsOf(async () => {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expect(response.status).toBeLessThan(500);
      expect((await response.arrayBuffer()).byteLength).toBeLessThan(maxAnswerBytes);
    }, enough);
    expect(ms).toBeLessThan(enough);
  });
});
