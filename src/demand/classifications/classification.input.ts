import { Field, ID, InputType, Int } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { JsonScalar } from '../../platform/graphql/scalars';
import { member } from '../../input-members';
import type { JsonSchema } from '../../json-schema';
import {
  acceptedByParser,
  accepting,
  type Parse,
  type ParsedInput,
  parserOf,
  Problems,
} from '../../validation';
import { parseClassification, said } from './classification-rules';
import type { ClassificationStatus } from './classification';
import { ClassificationStatusEnum } from './classification.type';

const maxSignatureLength = 128;

const parseResult = parserOf({
  ...said,
  timestamp: member(
    (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 31
        ? { value }
        : 'must be Unix seconds',
    { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
  ),
  signature: member(
    (value) =>
      typeof value === 'string' && value.length <= maxSignatureLength
        ? { value }
        : 'must be base64url',
    { type: 'string', maxLength: maxSignatureLength },
  ),
});

type Result = ParsedInput<typeof parseResult>;

/** One result stands for a list of one. */
export const parseResults: Parse<readonly Result[]> = accepting((raw) => {
  const results: Result[] = [];
  const details: Record<string, readonly string[]> = {};
  for (const [at, one] of (Array.isArray(raw) ? raw : [raw]).entries()) {
    const result = parseResult(one);
    if (!(result instanceof Problems)) results.push(result);
    else
      for (const [path, problems] of Object.entries(result.details))
        details[Array.isArray(raw) ? `${at}.${path}` : path] = problems;
  }
  return Object.keys(details).length > 0 ? new Problems(details) : results;
}, resultsSchema);

function resultsSchema(): JsonSchema {
  const items = acceptedByParser(parseResult);
  return { type: 'array', ...(items && { items }) };
}

@ParsedBy(parseClassification)
@InputType({ description: 'A classification that the operator makes in the name of a classifier.' })
export class SetClassificationInput {
  @Field(() => ID, { description: 'Id of the creative, dashed or not.' })
  id!: string;

  @Field(() => String, {
    description: 'In whose name: 1 to 32 lower-case letters, digits and dashes.',
  })
  classifier!: string;

  @Field(() => ClassificationStatusEnum, {
    description: 'The classifier’s decision.',
  })
  status!: ClassificationStatus;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'Keywords to lists of values, as `{"category":["crypto"]}`: at most 20 with at most 50 values each, all of lower-case letters, digits, `_` and `-`.',
  })
  keywords?: unknown;
}

@ParsedBy(parseResults)
@InputType({ description: 'A classifier’s signed classification of a creative.' })
export class ClassificationResultInput {
  @Field(() => ID, { description: 'Id of the creative, dashed or not.' })
  id!: string;

  @Field(() => Int, {
    description:
      'When the classifier has decided, Unix seconds; at most 5 minutes off. What is not later than the last result of the creative is ignored.',
  })
  timestamp!: number;

  @Field(() => ClassificationStatusEnum, {
    description: 'The classifier’s decision.',
  })
  status!: ClassificationStatus;

  @Field(() => JsonScalar, {
    nullable: true,
    description: 'Keywords to lists of values, as in SetClassificationInput.',
  })
  keywords?: unknown;

  @Field(() => String, {
    description:
      'Base64url: HMAC-SHA256 or Ed25519, as the settings say of the classifier, over the lines classifier, creative id (32 hex digits), hash of the creative, timestamp, status, keywords (`category=crypto,news;quality=high`, names and values sorted).',
  })
  signature!: string;
}
