import { idOf, member, oneOf } from '../../input-members';
import type { JsonSchema } from '../../json-schema';
import { isRecord } from '../../record';
import { parserOf } from '../../validation';
import { classificationStatuses } from './classification';
import { classifierName } from '../../classifier';

const maxKeywords = 20;
const maxValues = 50;
const word = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** The keyword of every classified creative, for filters that ask for no more. */
export const classifiedKeyword = 'classified';

const classifier = member(
  (value) =>
    typeof value === 'string' && classifierName.test(value)
      ? { value }
      : 'must be 1 to 32 lower-case letters, digits and dashes',
  { type: 'string', pattern: classifierName.source },
);

const keywordsSchema: JsonSchema = {
  type: ['object', 'null'],
  maxProperties: maxKeywords,
  propertyNames: { type: 'string', pattern: `^(?!${classifiedKeyword}$)${word.source.slice(1)}` },
  additionalProperties: {
    type: 'array',
    minItems: 1,
    maxItems: maxValues,
    items: { type: 'string', pattern: word.source },
  },
};

/** Null stands for none. */
const keywords = member((value) => {
  const read: Record<string, readonly string[]> = {};
  if (value === null) return { value: read };
  if (!isRecord(value)) return 'must be an object of lists';
  const entries = Object.entries(value);
  if (entries.length > maxKeywords) return `must have at most ${maxKeywords} keywords`;
  for (const [name, values] of entries) {
    if (!word.test(name) || name === classifiedKeyword)
      return 'must be named by lower-case letters, digits, _ and -';
    if (!Array.isArray(values) || values.length < 1 || values.length > maxValues)
      return `must have 1 to ${maxValues} values each`;
    const words = values.filter((item) => typeof item === 'string' && word.test(item));
    if (words.length < values.length)
      return 'must have values of lower-case letters, digits, _ and -';
    read[name] = words;
  }
  return { value: read };
}, keywordsSchema);

/** The members of every classification. */
export const said = {
  id: idOf('the id of a creative'),
  status: oneOf(classificationStatuses),
  keywords: keywords.default({}),
};

/** A classification that an operator gives in the name of a classifier. */
export const parseClassification = parserOf({ classifier, ...said });
