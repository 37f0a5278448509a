import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { JsonSchema } from '../../src/json-schema';

type Values = fc.Arbitrary<unknown>;

const ajv = new Ajv2020({ strict: false, allErrors: false });
addFormats(ajv);

export const accepts = (schema: JsonSchema, value: unknown): boolean => ajv.validate(schema, value);

/** Values of a schema as `/openapi.json` has them. @param known values of members that more than the schema decides */
export function valuesOf(
  schema: JsonSchema,
  known: Readonly<Record<string, unknown>> = {},
): Values {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'null'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, known)));
}

function ofType(
  type: string,
  schema: JsonSchema,
  known: Readonly<Record<string, unknown>>,
): Values {
  const { minimum = -1e6, maximum = 1e6, minItems = 0, maxItems = 3, items = {} } = schema;
  switch (type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: minimum, max: maximum });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'string':
      return textsOf(schema);
    case 'array':
      return fc.array(valuesOf(items, known), {
        minLength: minItems,
        maxLength: Math.min(maxItems, minItems + 2),
      });
    case 'object':
      return objectsOf(schema, known);
    default:
      return fc.constant(null);
  }
}

function objectsOf(
  { properties, required = [], propertyNames, additionalProperties }: JsonSchema,
  known: Readonly<Record<string, unknown>>,
): Values {
  if (!properties)
    return propertyNames && additionalProperties
      ? fc.dictionary(
          textsOf(propertyNames) as fc.Arbitrary<string>,
          valuesOf(additionalProperties),
          { maxKeys: 3, noNullPrototype: true },
        )
      : fc.constant({});
  const members = Object.entries(properties).map(([name, property]) => [
    name,
    Object.hasOwn(known, name) ? fc.constant(known[name]) : valuesOf(property, known),
  ]);
  return fc.record(Object.fromEntries(members) as Record<string, Values>, {
    requiredKeys: [
      ...new Set([...required, ...Object.keys(properties).filter((name) => name in known)]),
    ],
    noNullPrototype: true,
  });
}

/** Longest text that is tried. */
const longest = 64;

function textsOf(schema: JsonSchema): Values {
  const { format, pattern, minLength = 0, maxLength = longest } = schema;
  if (format === 'date-time')
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((time) => time.toISOString());
  const texts =
    format === 'uri'
      ? fc.webUrl({ size: 'small' })
      : format === 'email'
        ? fc.emailAddress({ size: 'small' })
        : pattern !== undefined && !/\(\?!|\\[pP]\{|\\1|\|\^/.test(pattern)
          ? fc.stringMatching(new RegExp(pattern), { size: 'small' })
          : fc.oneof(
              fc.string({
                minLength,
                maxLength: Math.max(minLength, Math.min(maxLength, longest)),
                unit: 'grapheme-ascii',
              }),
              fc.uuid(),
            );
  return texts.filter((text) => accepts({ ...schema, type: 'string' }, text));
}

/** Values of any type that a schema does not take. */
export function wrongValuesOf(schema: JsonSchema): readonly unknown[] {
  const { maxLength, maximum, minimum, maxItems } = schema;
  const [least, most] = [minimum ?? 0, maximum ?? 0];
  const candidates: readonly unknown[] = [
    ...[null, true, 7, -1, 1.5, 'nonsense', '', {}, [], ['nonsense'], [7], '\u0007'],
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...[least - 1, most + 1],
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => null)]),
  ];
  return candidates.filter(
    // An empty text stands for null.
    (value) => !accepts(schema, value) && !(value === '' && accepts(schema, null)),
  );
}
