import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { buildSchema, isInputObjectType } from 'graphql';
import { maxMembers } from '../../../src/api/graphql/request-size';

it('takes every member of each input type at once', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const largest = Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .map((type) => ({ name: type.name, members: Object.keys(type.getFields()).length }))
    .filter(({ members }) => members > maxMembers);
  expect(largest).toEqual([]);
});
