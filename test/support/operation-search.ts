import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
} from 'graphql';

/** Numbers from 0 to 1, the same for the same seed: the generator mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface OperationWriter {
  readonly random: () => number;
  /** Chooses the value of an argument of this name and type; null: the type alone decides. */
  readonly valueOf: (name: string, type: string) => string | null;
}

const maxDepth = 7;
const pageSizes = [1, 1, 10, 100, 1_000];

/** Writes a field with what an operation may ask of it: some of its arguments, some of what is inside. */
export function writeField(
  field: GraphQLField<unknown, unknown>,
  writer: OperationWriter,
  depth = 1,
): string {
  const given = field.args.flatMap((argument) => {
    const value = writeArgument(argument, writer);
    return value === null ? [] : [`${argument.name}: ${value}`];
  });
  const type = getNamedType(field.type);
  const inside = isObjectType(type) ? writeSelection(type, writer, depth + 1) : '';
  return `${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${inside}`;
}

/** Some members; the fewer of them, the more items a page may have. */
function writeSelection(type: GraphQLObjectType, writer: OperationWriter, depth: number): string {
  const share = pick([0.1, 0.4, 1], writer);
  const chosen = Object.values(type.getFields()).filter((field) => {
    const isLeaf = !isObjectType(getNamedType(field.type));
    return (isLeaf || depth < maxDepth) && writer.random() < share;
  });
  if (chosen.length === 0) return ' { __typename }';
  return ` { ${chosen.map((field) => writeField(field, writer, depth)).join(' ')} }`;
}

function writeArgument({ name, type }: GraphQLArgument, writer: OperationWriter): string | null {
  if (name === 'first') return String(pick(pageSizes, writer));
  const isWanted = isNonNullType(type) || writer.random() < 0.4;
  return isWanted ? writeValue(name, type, writer) : null;
}

function writeValue(name: string, type: GraphQLInputType, writer: OperationWriter): string | null {
  const named = getNamedType(type);
  const known = writer.valueOf(name, named.name);
  if (known !== null) return isListType(getNullableType(type)) ? `[${known}]` : known;
  if (isEnumType(named)) return pick(named.getValues(), writer).name;
  if (!isInputObjectType(named)) return null;
  const members = Object.values(named.getFields()).flatMap((member) => {
    if (!isRequiredInputField(member) && writer.random() < 0.7) return [];
    const value = writeValue(member.name, member.type, writer);
    return value === null ? [] : [`${member.name}: ${value}`];
  });
  return `{ ${members.join(', ')} }`;
}

function pick<Item>(items: readonly Item[], { random }: OperationWriter): Item {
  return items[Math.floor(random() * items.length)]!;
}
