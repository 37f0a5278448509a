import type { JsonSchema } from '../../json-schema';
import { isRecord } from '../../record';
import { type FieldFacts, sampleId, sampleText } from './sample-data';
import { isNonEmpty } from '../../non-empty';

/** The shape of a value: what is true of all values that a record makes of such data. */
export function shapeOf(value: unknown): JsonSchema {
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) {
    const items = value.map(shapeOf);
    return { type: 'array', ...(items.length > 0 && { items: items.reduce(merged) }) };
  }
  if (isRecord(value)) {
    const shown = Object.entries(value).filter(([, member]) => member !== undefined);
    const [only] = shown;
    if (shown.length === 1 && only && [sampleId, sampleText].includes(only[0]))
      return { type: 'object', additionalProperties: shapeOf(only[1]) };
    if (shown.length === 0) return { type: 'object' };
    return {
      type: 'object',
      properties: Object.fromEntries(shown.map(([name, member]) => [name, shapeOf(member)])),
      required: shown.map(([name]) => name),
    };
  }
  // Amounts become numbers that may be whole.
  return { type: typeof value };
}

/** A schema that takes the values of both. */
export function merged(one: JsonSchema, other: JsonSchema): JsonSchema {
  const types = [...new Set([...typesOf(one), ...typesOf(other)])];
  const properties = mergedProperties(one.properties, other.properties);
  const required = [one, other]
    .flatMap(({ required: names }) => (names ? [new Set(names)] : []))
    .reduce<ReadonlySet<string> | null>((all, names) => all?.intersection(names) ?? names, null);
  const items = mergedIfAny(one.items, other.items);
  const others = mergedIfAny(one.additionalProperties, other.additionalProperties);
  return {
    type: isNonEmpty(types) && types.length === 1 ? types[0] : types,
    ...(properties && { properties }),
    ...(required && others === undefined && { required: [...required] }),
    ...(others && { additionalProperties: others }),
    ...(items && { items }),
  };
}

function mergedIfAny(one?: JsonSchema, other?: JsonSchema): JsonSchema | undefined {
  return one && other ? merged(one, other) : (one ?? other);
}

function mergedProperties(
  one: JsonSchema['properties'],
  other: JsonSchema['properties'],
): JsonSchema['properties'] {
  if (!one || !other) return one ?? other;
  return Object.fromEntries(
    Object.entries({ ...one, ...other }).map(([name, last]) => {
      const first = one[name];
      return [name, first && name in other ? merged(first, last) : last];
    }),
  );
}

const typesOf = ({ type = [] }: JsonSchema): readonly string[] => [type].flat();

/**
 * Adds to each property what is known of its name.
 *
 * @param parent name of the object whose properties they are
 */
export function described(
  schema: JsonSchema,
  facts: ReadonlyMap<string, readonly FieldFacts[]>,
  parent = '',
): JsonSchema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const known = facts.get(name) ?? [];
          const own = known.find((one) => one.parent === parent) ?? known[0];
          return [name, withFacts(described(property, facts, name), own)];
        }),
      ),
    }),
    ...(items && { items: described(items, facts, parent) }),
  };
}

/** Says of properties what has a word of its own by the property's path; items of a list have the path of the list. */
export function worded(
  schema: JsonSchema,
  words: Readonly<Record<string, string>>,
  path = '',
): JsonSchema {
  const { properties, items } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => {
          const own = path === '' ? name : `${path}.${name}`;
          const description = words[own] ?? property.description;
          const said = worded(property, words, own);
          return [name, { ...said, ...(description !== undefined && { description }) }];
        }),
      ),
    }),
    ...(items && { items: worded(items, words, path) }),
  };
}

function withFacts(schema: JsonSchema, facts: FieldFacts | undefined): JsonSchema {
  if (!facts) return schema;
  const { description, values } = facts;
  const types = typesOf(schema);
  return {
    ...schema,
    ...(description !== '' && { description }),
    ...(values !== null &&
      types.includes('string') && { enum: types.includes('null') ? [...values, null] : values }),
  };
}
