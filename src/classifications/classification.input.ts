import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonScalar } from '../graphql/scalars';
import { defineInputCheck, isRecord } from '../validation';
import { orNull, problemOfClassifier, problemsOfResult } from './classification-rules';

@InputType({ description: 'What the operator says of a creative in the name of a classifier.' })
export class SetClassificationInput {
  @Field(() => ID, { description: 'Id of the creative, dashed or not.' })
  id!: string;

  @Field(() => String, {
    description: 'In whose name: 1 to 32 lower-case letters, digits and dashes.',
  })
  classifier!: string;

  @Field(() => String, {
    description:
      '`new`, `in_progress`, `error`, `success` or `failure`, which rejects the creative.',
  })
  status!: string;

  @Field(() => JsonScalar, {
    nullable: true,
    description:
      'Keywords to lists of values, as `{"category":["crypto"]}`: at most 20 with at most 50 values each, all of lower-case letters, digits, `_` and `-`.',
  })
  keywords?: unknown;
}

@InputType({ description: 'What a classifier says of a creative, signed.' })
export class ClassificationResultInput {
  @Field(() => ID, { description: 'Id of the creative, dashed or not.' })
  id!: string;

  @Field(() => Int, {
    description:
      'When the classifier has decided, Unix seconds; at most 5 minutes off. What is not later than the last result of the creative is ignored.',
  })
  timestamp!: number;

  @Field(() => String, {
    description:
      '`new`, `in_progress`, `error`, `success` or `failure`, which rejects the creative.',
  })
  status!: string;

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

defineInputCheck('SetClassificationInput', (value) => {
  const problem = problemOfClassifier(isRecord(value) ? value.classifier : null);
  return orNull({
    ...problemsOfResult(value),
    ...(problem !== null && { classifier: [problem] }),
  });
});

defineInputCheck('ClassificationResultInput', (value) => {
  if (!Array.isArray(value)) return orNull(problemsOfSigned(value));
  return orNull(
    Object.fromEntries(
      value.flatMap((result, at) =>
        Object.entries(problemsOfSigned(result)).map(([name, problems]) => [
          `${at}.${name}`,
          problems,
        ]),
      ),
    ),
  );
});

function problemsOfSigned(value: unknown): Record<string, readonly string[]> {
  const { timestamp, signature } = isRecord(value) ? value : {};
  const details = problemsOfResult(value);
  if (!Number.isInteger(timestamp) || Number(timestamp) < 0 || Number(timestamp) >= 2 ** 31)
    details.timestamp = ['must be Unix seconds'];
  if (typeof signature !== 'string' || signature.length > 128)
    details.signature = ['must be base64url'];
  return details;
}
