import { isUuid, toId } from '../../../id';
import type { JsonSchema } from '../../../json-schema';
import { isRecord } from '../../../record';
import { accepting, type Parse, Problems } from '../../../validation';
import { type DimensionName, dimensions } from './dimensions';

/** Values of dimensions; what is absent, null or empty narrows nothing. */
export type StatisticsFilter = Readonly<Partial<Record<DimensionName, readonly string[] | null>>>;

const maxValues = 1_000;
const maxLength = 255;
/** Enough to learn from. */
const maxReported = 20;

/** Null: no filter. Ids are taken dashed or not; a text that is no id finds nothing. */
export const parseStatisticsFilter: Parse<StatisticsFilter> = accepting((raw) => {
  if (raw == null) return {};
  if (!isRecord(raw)) return new Problems({ '': ['must have members such as campaign'] });
  const filter = new Map<string, readonly string[]>();
  const problems: [string, readonly string[]][] = [];
  for (const [name, given] of Object.entries(raw)) {
    if (given == null) continue;
    const values = parseValues(given);
    if (!Object.hasOwn(dimensions, name))
      problems.push([name.slice(0, 64), ['is nothing that figures are by']]);
    else if (values === null) problems.push([name, [`must be 1 to ${maxValues} texts`]]);
    else filter.set(name, values);
  }
  if (problems.length > 0) return new Problems(Object.fromEntries(problems.slice(0, maxReported)));
  return Object.fromEntries(filter);
}, filterSchema);

function filterSchema(): JsonSchema {
  const items = { type: 'string', maxLength } as const;
  const values: JsonSchema = {
    type: ['array', 'null'],
    minItems: 1,
    maxItems: maxValues,
    items,
  };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.keys(dimensions).map((name) => [name, values])),
  };
}

/** Null unless it is a list of texts. */
function parseValues(given: unknown): readonly string[] | null {
  if (!Array.isArray(given) || given.length < 1 || given.length > maxValues) return null;
  const texts = given.filter((one) => typeof one === 'string');
  if (texts.length < given.length || texts.some((text) => text.length > maxLength)) return null;
  return texts.map((text) => (isUuid(text) ? toId(text) : text));
}
