import { Field, InputType, ObjectType } from 'type-graphql';
import type { z } from 'zod';
import type { ErrorDetails } from '../../errors';
import { type Parse, parserOf } from '../../validation';
import { ParsedBy } from './parsed-by';
import type { Kind, ValueOf } from './kinds';
import {
  absentInNew,
  type ChangesOf,
  type CreationOf,
  type ResourceMember,
  type Resource,
  settableMembers,
} from './resource';

/** A class that type-graphql makes a type of. */
interface TypeClass {
  new (): object;
  readonly prototype: object;
}

/** The class of an input, with the parser of its values. */
export type InputClass<Value, Context> = TypeClass & { readonly parse: Parse<Value, Context> };

/** The GraphQL type of a resource: its members but for hidden ones. Resolvers add fields that are computed. */
export function objectTypeOf({ name, says, members }: Resource): TypeClass {
  const type = createClass(`${name}Type`);
  for (const [member, { is, says: meaning, isHidden }] of Object.entries(members))
    if (isHidden !== true)
      addField(type, member, { is, description: meaning, isNullable: is.isNullable });
  ObjectType(name, { description: says })(type);
  return type;
}

/** Members of an input that are no members of the resource. */
type MoreMembers = Readonly<Record<string, RequestMember>>;
type MoreOf<More extends MoreMembers> = { readonly [K in keyof More]: ValueOf<More[K]['is']> };

interface InputOptions<Read, More, Context> {
  /** Default: made of the resource's name. */
  readonly name?: string;
  readonly says: string;
  /** Read beside the resource's own members. */
  readonly more?: More;
  /** The problems of members together; gets those that are right by themselves. */
  readonly rules?: (members: Partial<Read>, ctx: Context) => ErrorDetails;
}

/** The input `Create<Resource>Input`: what is absent has the member's absent value, or is a problem. */
export function creationInputOf<R extends Resource, More extends MoreMembers, Context>(
  resource: R,
  options: InputOptions<CreationOf<R> & MoreOf<More>, More, Context>,
): InputClass<CreationOf<R> & MoreOf<More>, Context> {
  const more: MoreMembers = options.more ?? {};
  const first = Object.entries(more).filter(([, { isFirst }]) => isFirst);
  const members: MoreMembers = {
    ...Object.fromEntries(first),
    ...settableMembers(resource, 'create'),
    ...more,
  };
  const shape = mapMembers(members, (member) =>
    'absent' in member ? inputOf(member).default(absentInNew(member)) : inputOf(member),
  );
  const name = options.name ?? `Create${resource.name}Input`;
  const type = inputTypeOf(name, options, shape);
  for (const [key, member] of Object.entries(members)) {
    const asked = askedOf(member);
    const absent = absentInNew(member);
    const isNullable = asked.is.isNullable || absent === null;
    addField(type, key, { ...asked, isNullable, defaultValue: isNullable ? undefined : absent });
  }
  return type;
}

/** The input `Update<Resource>Input`: what is absent stays as it is. */
export function changesInputOf<R extends Resource, More extends MoreMembers, Context>(
  resource: R,
  options: InputOptions<ChangesOf<R> & Partial<MoreOf<More>>, More, Context>,
): InputClass<ChangesOf<R> & Partial<MoreOf<More>>, Context> {
  const members = { ...settableMembers(resource, 'update'), ...options.more };
  const shape = mapMembers(members, (member) => inputOf(member).exactOptional());
  const type = inputTypeOf(`Update${resource.name}Input`, options, shape);
  for (const [name, member] of Object.entries(members))
    addField(type, name, { ...askedOf(member), isNullable: true });
  return type;
}

function inputTypeOf<Read, More, Context>(
  name: string,
  { says, rules }: InputOptions<Read, More, Context>,
  shape: z.ZodRawShape,
): InputClass<Read, Context> {
  // The shape has a reader for each member of what is read: rules and readers see the same members.
  const parse = parserOf(shape, rules as never) as Parse<Read, Context>;
  const type = Object.assign(createClass(name), { parse });
  ParsedBy(parse)(type);
  InputType(name, { description: says })(type);
  return type;
}

/** A member of a request, wherever its table stands. */
type RequestMember = Pick<
  ResourceMember,
  'is' | 'says' | 'absent' | 'absentInNew' | 'accepts' | 'asks'
> & {
  /** It is read, and its problems are told, before the resource's own members. */
  readonly isFirst?: true;
};

/** The part of a member that requests are shown: answers need no range. */
function askedOf({ is, accepts = is, says, asks = says }: RequestMember) {
  const { range } = accepts;
  return { is: accepts, description: range === null ? asks : `${asks} ${sentence(range)}` };
}

const inputOf = ({ is, accepts = is }: RequestMember) => accepts.input;

function mapMembers(
  members: Readonly<Record<string, RequestMember>>,
  map: (member: RequestMember) => z.ZodType,
): z.ZodRawShape {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, map(member)]));
}

interface TypeField {
  readonly is: Kind<unknown>;
  readonly description: string;
  readonly isNullable: boolean;
  readonly defaultValue?: unknown;
}

function addField(type: TypeClass, name: string, field: TypeField): void {
  const { is, description, isNullable, defaultValue } = field;
  const options = { description, nullable: isNullable, defaultValue };
  Field(() => (is.isList ? [is.type] : is.type), options)(type.prototype, name);
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;

/** A class of its own for each type: type-graphql knows types by their classes. */
function createClass(name: string): TypeClass {
  // oxlint-disable-next-line typescript/no-extraneous-class -- type-graphql hangs all of it on the class
  const type = class {};
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
