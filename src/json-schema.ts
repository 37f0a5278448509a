import { z } from 'zod';

/** JSON Schema 2020-12, as far as our documents need it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** The schema of names of members. */
  readonly propertyNames?: JsonSchema;
  readonly maxProperties?: number;
  /** The schema of members of any name. */
  readonly additionalProperties?: JsonSchema;
  readonly items?: JsonSchema;
}

/** The JSON that a reader of zod takes. */
export function acceptedBy(reader: z.ZodType): JsonSchema {
  return simple(z.toJSONSchema(reader, { io: 'input', unrepresentable: 'any' }));
}

type Written = z.core.JSONSchema._JSONSchema;

/** Says of a type that it may be null, in place of a choice between two schemas. */
function simple(written: Written): JsonSchema {
  if (typeof written === 'boolean') return {};
  const { $schema: _, default: __, anyOf, items, ...own } = written;
  const [first, second] = anyOf ?? [];
  if (first && second?.type === 'null') return nullable(simple(first));
  const { properties, propertyNames, additionalProperties, ...rest } = own;
  return {
    ...rest,
    ...(properties && { properties: simpleEach(properties) }),
    ...(propertyNames !== undefined && { propertyNames: simple(propertyNames) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: simple(additionalProperties),
    }),
    ...(items !== undefined && !Array.isArray(items) && { items: simple(items) }),
  };
}

const simpleEach = (properties: Readonly<Record<string, Written>>) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, simple(one)]));

/** A schema without a type takes anything. */
export function nullable({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  return {
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] }),
    ...(values && { enum: [...new Set([...values, null])] }),
    ...rest,
  };
}

/** The same schema for values that are always there, as those of a query. */
export function withoutNull({ type, enum: values, ...rest }: JsonSchema): JsonSchema {
  const types = [type ?? []].flat().filter((name) => name !== 'null');
  const [only, ...more] = types;
  return {
    ...(only !== undefined && { type: more.length === 0 ? only : types }),
    ...(values && { enum: values.filter((value) => value !== null) }),
    ...rest,
  };
}

/** Says that a schema takes null. */
export function takesNull({ type }: JsonSchema): boolean {
  return type === undefined || [type].flat().includes('null');
}
