import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { buildSchema, LoneAnonymousOperationRule, parse, specifiedRules, validate } from 'graphql';

const root = join(__dirname, '../..');
const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));
const files = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** Some show several operations, each to be sent alone. */
const rules = specifiedRules.filter((rule) => rule !== LoneAnonymousOperationRule);

const documents = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/```graphql\n(.*?)```/gs)].map(
    ([, text = '']) => ({ file, text }),
  ),
);

describe('the GraphQL of the documents', () => {
  it('is there', () => {
    expect(documents.length).toBeGreaterThan(3);
  });

  it.each(documents)('fits the schema: $file $text', ({ text }) => {
    const problems = validate(schema, parse(text), rules);
    expect(problems.map(({ message }) => message)).toEqual([]);
  });
});
