import { describe, expect, it } from '@jest/globals';
import { buildSchema } from 'graphql';
import { compileOperation } from '../../../src/api/rest/compiled-operation';
import {
  type Member,
  membersOf,
  nameOfInput,
  type Place,
  readAsIs,
  readOnly,
  selectionOf,
  toInput,
} from '../../../src/api/rest/members';
import type { RestRequest } from '../../../src/api/rest/route';
import type { RequestContext } from '../../../src/api/context';

const schema = buildSchema(`
  type Bulb { watts: Int!, colourName: String }
  type Lamp { id: ID!, label: String, landingUrl: String, bulbs: [Bulb!] }
  input BulbInput { watts: Int!, colourName: String }
  input LampInput { label: String, landingUrl: String, bulbs: [BulbInput!] }
  type Query { lamps: [Lamp!] }
  type Mutation { makeLamp(input: LampInput!): Lamp }
`);
const { makeLamp } = schema.getMutationType()!.getFields();
makeLamp!.resolve = (_root, { input }: { readonly input: object }) => ({ id: '1', ...input });

const few: readonly Member[] = [...readOnly('id'), { wire: 'name', field: 'label' }];
const targetUrl: Member = { wire: 'targetUrl', field: 'landingUrl' };
const bulbs: Member = {
  wire: 'bulbs',
  within: 'lamp',
  members: [{ wire: 'watts' }, { wire: 'colour', field: 'colourName' }],
};

/** Makes a lamp of a body, by a path of lamps with these members. @returns the lamp, or the names of bad fields */
async function make(members: readonly Member[], body: object): Promise<unknown> {
  const operation = compileOperation(
    'POST /lamps',
    `mutation M($input: LampInput!) { lamp: makeLamp(input: $input) { ${selectionOf(members)} } }`,
    schema,
  );
  const call = {
    variables: { input: toInput(members, 'create', membersOf(body)) },
    nameOf: (path: string) => nameOfInput(members)(path, { body } as RestRequest),
  };
  const { data, errors } = await operation.run({} as RequestContext, call);
  if (!errors) return data?.lamp;
  const error = operation.toRouteError(errors[0], call) as { readonly details?: object };
  return Object.keys(error.details ?? {});
}

describe('a member that a table has', () => {
  const body = { name: 'Top', target_url: 'https://a.example' };
  const bad = { name: 'Top', target_url: 5 };

  it('is in answers, in variables and in names of bad fields', async () => {
    expect(await make([...few, targetUrl], body)).toEqual({
      id: '1',
      name: 'Top',
      targetUrl: 'https://a.example',
    });
    expect(await make([...few, targetUrl], bad)).toEqual(['target_url']);
    expect(await make([...few, targetUrl], { targetUrl: 5 })).toEqual(['targetUrl']);
  });

  it('is nowhere without it', async () => {
    expect(await make(few, body)).toEqual({ id: '1', name: 'Top' });
    expect(await make(few, bad)).toEqual({ id: '1', name: 'Top' });
  });

  it('is answered in its place', async () => {
    const answer = await make([targetUrl, ...few], body);
    expect(JSON.stringify(answer)).toBe('{"targetUrl":"https://a.example","id":"1","name":"Top"}');
  });

  it.each([
    ['bulbs', { bulbs: [{ watts: 5 }, { watts: 'x' }] }],
    ['lamp.bulbs', { 'lamp.bulbs': [{ watts: 5 }, { watts: 'x' }] }],
    ['lamp.bulbs', { lamp: { bulbs: [{ watts: 5 }, { watts: 'x' }] } }],
  ])('may stand in another object: %s', async (name, wrong) => {
    const right = JSON.parse(JSON.stringify(wrong).replace('"x"', '6,"colour":"red"'));
    expect(await make([...few, bulbs], right)).toMatchObject({
      bulbs: [
        { watts: 5, colour: null },
        { watts: 6, colour: 'red' },
      ],
    });
    expect(await make([...few, bulbs], wrong)).toEqual([`${name}.1.watts`]);
  });
});

describe('the input of a request', () => {
  const members: readonly Member[] = [
    { wire: 'once', in: ['create'] },
    { wire: 'later', in: ['update', 'answer'] },
    ...readOnly('shown'),
    { wire: 'isSaid', read: (value) => value ?? 'default' },
  ];
  const all = { once: ' 1 ', later: '', shown: 3 };

  it.each<[Place, object]>([
    ['create', { once: '1', isSaid: 'default' }],
    ['update', { later: null, isSaid: 'default' }],
  ])('has what may be said to %s', (place, input) => {
    expect(toInput(members, place, all)).toEqual(input);
  });

  it('keeps the blanks of texts that may begin with some', () => {
    const password: Member = { wire: 'user.passwordNew', field: 'password' };
    const body = { user: { password_new: ' x ' } };
    expect(toInput([password], 'update', body, readAsIs)).toEqual({ password: ' x ' });
    const nameOf = nameOfInput([password]);
    expect(nameOf('input.password', { body } as unknown as RestRequest)).toBe('user.password_new');
  });

  it('is the body where that is no object', () => {
    const request = { body: [] } as unknown as RestRequest;
    const password: Member = { wire: 'user.password', field: 'password' };
    expect(nameOfInput([password])('input', request)).toBe('body');
    expect(nameOfInput([password])('input.password', request)).toBe('user.password');
  });
});
