import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../context';
import type { ClassificationKeywords, ClassificationStatus } from './classification';
import { ClassificationResultInput, SetClassificationInput } from './classification.input';
import { recordClassifications, setClassification } from './classification.service';
import { ClassificationType, RecordedClassificationsType } from './classification.type';

@Resolver(() => ClassificationType)
export class ClassificationResolver {
  @Authorized('operator')
  @Mutation(() => Boolean, {
    description:
      'Says something of a creative in the name of a classifier. Always true. Errors: NOT_FOUND, VALIDATION_FAILED.',
  })
  async setClassification(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => SetClassificationInput, { description: 'What is said of what.' })
    { id, classifier, ...said }: SetClassificationInput,
  ) {
    await setClassification(ctx, { id, classifier, ...toDecision(said) });
    return true;
  }

  @Mutation(() => RecordedClassificationsType, {
    description:
      'Takes results from a classifier, whose signature is all that it needs. Errors: NOT_FOUND, VALIDATION_FAILED.',
  })
  recordClassifications(
    @Ctx() ctx: RequestContext,
    @Arg('classifier', () => String, { description: 'Name of the classifier in the settings.' })
    classifier: string,
    @Arg('results', () => [ClassificationResultInput], {
      description: 'At most 100, of different creatives or not.',
    })
    results: ClassificationResultInput[],
  ) {
    return recordClassifications(ctx, {
      classifier,
      results: results.map(({ id, timestamp, signature, ...said }) => ({
        id,
        timestamp,
        signature,
        ...toDecision(said),
      })),
    });
  }
}

/** The inputs' checks have seen that they are of these types. */
function toDecision({
  status,
  keywords,
}: {
  readonly status: string;
  readonly keywords?: unknown;
}) {
  return {
    status: status as ClassificationStatus,
    keywords: (keywords ?? {}) as ClassificationKeywords,
  };
}
