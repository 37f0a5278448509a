/** Prints the tables of resources in docs/interface.md: a part of `npm run schema`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { type GraphQLSchema, isEnumType } from 'graphql';
import { createSchema } from '../src/api/graphql/schema';
import { createOpenApi } from '../src/api/openapi/document';
import { csvRoutes, routes } from '../src/api/rest/index';
import { isRecord } from '../src/record';

const interfacePath = 'docs/interface.md';

/** A table between two comments: the first says of what it is made. */
const table = /(<!-- printed: (\S+) (\S+) -->\n\n)[^]*?(\n\n<!-- end -->)/g;

/**
 * The text of docs/interface.md, its tables as they are now. `<!-- printed: /api/v2/campaigns/{id} data -->` begins the
 * table of a member of the answer to a GET, `<!-- printed: /api/v2/campaigns request -->` that of the body of a POST,
 * `<!-- printed: enum SiteStatus -->` that of an enum's values.
 */
export function printedInterface(): string {
  const schema = createSchema();
  const publicUrl = 'https://media.example';
  const document = createOpenApi(routes, { tables: csvRoutes, others: [], schema, publicUrl });
  const print = (path: string, name: string) => {
    if (path === 'enum') return valuesOf(schema, name);
    return name === 'request' ? requestOf(document, path) : answerOf(document, path, name);
  };
  return readFileSync(interfacePath, 'utf8').replace(
    table,
    (_all: string, begin: string, path: string, name: string, end: string) =>
      begin + print(path, name) + end,
  );
}

function valuesOf(schema: GraphQLSchema, name: string): string {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`${name} is no enum`);
  const rows = type.getValues().map((one) => [`\`${one.name}\``, one.description ?? '']);
  return tableOf(['value', 'meaning'], rows);
}

const json = ['content', 'application/json', 'schema'];

function requestOf(document: unknown, path: string): string {
  const schema = within(document, ['paths', path, 'post', 'requestBody', ...json]);
  const required = within(schema, ['required']);
  const rows = rowsOf(schema).map(([name = '', type = '', meaning = '']) => {
    const isRequired = Array.isArray(required) && required.includes(name.replaceAll('`', ''));
    return [name, type, isRequired ? 'yes' : 'no', meaning];
  });
  return tableOf(['field', 'type', 'required', 'meaning'], rows);
}

function answerOf(document: unknown, path: string, name: string): string {
  const answer = within(document, ['paths', path, 'get', 'responses', '200', ...json]);
  const schema = name.split('.').reduce((inside, member) => membersAt(inside)[member], answer);
  return tableOf(['field', 'type', 'meaning'], rowsOf(schema));
}

function rowsOf(schema: unknown): readonly (readonly string[])[] {
  return Object.entries(membersAt(schema)).map(([member, facts]) => {
    const { type, description = '', enum: values } = isRecord(facts) ? facts : {};
    const words = [String(description), ...wordsOfValues(values), ...wordsOfItems(facts)];
    return [`\`${member}\``, wordsOfType(type), words.filter((each) => each !== '').join(' ')];
  });
}

const within = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inside, name) => (isRecord(inside) ? inside[name] : undefined), value);

/** The members of an object, or of the objects in a list. */
function membersAt(schema: unknown): Readonly<Record<string, unknown>> {
  const members = within(schema, ['properties']) ?? within(schema, ['items', 'properties']);
  return isRecord(members) ? members : {};
}

function wordsOfType(type: unknown): string {
  const types = type === undefined ? ['any'] : [type].flat().map(String);
  const values = types.filter((one) => one !== 'null');
  return [...values, ...(types.includes('null') ? ['null'] : [])].join(' or ');
}

function wordsOfValues(values: unknown): readonly string[] {
  if (!Array.isArray(values)) return [];
  return [`One of ${codes(values.filter((value) => value !== null))}.`];
}

function wordsOfItems(facts: unknown): readonly string[] {
  const names = Object.keys(membersAt(within(facts, ['items'])));
  return names.length > 0 ? [`Each has ${codes(names)}.`] : [];
}

const codes = (all: readonly unknown[]): string =>
  all.map((one) => `\`${String(one)}\``).join(', ');

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) throw new Error('a table of docs/interface.md has no rows');
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [first, `|${'---|'.repeat(head.length)}`, ...others].join('\n');
}

if (require.main === module) writeFileSync(interfacePath, printedInterface());
