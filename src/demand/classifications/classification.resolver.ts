import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import {
  ClassificationResultInput,
  type parseResults,
  SetClassificationInput,
} from './classification.input';
import type { ParsedInput } from '../../validation';
import type { parseClassification } from './classification-rules';
import { recordClassifications, setClassification } from './classification.service';
import { ClassificationType, RecordedClassificationsType } from './classification.type';
import type { ClassificationContext } from './classification.context';

@Resolver(() => ClassificationType)
export class ClassificationResolver {
  @Authorized('operator')
  @Mutation(() => Boolean, {
    description:
      'Says something of a creative in the name of a classifier. Always true. Errors: NOT_FOUND.',
  })
  async setClassification(
    @Ctx() ctx: ClassificationContext,
    @Arg('input', () => SetClassificationInput, {
      description: 'The classification, its creative and its classifier.',
    })
    input: ParsedInput<typeof parseClassification>,
  ) {
    await setClassification(ctx, input);
    return true;
  }

  @Mutation(() => RecordedClassificationsType, {
    description:
      'Takes results from a classifier, whose signature is all that it needs. Errors: NOT_FOUND.',
  })
  recordClassifications(
    @Ctx() ctx: ClassificationContext,
    @Arg('classifier', () => String, { description: 'Name of the classifier in the settings.' })
    classifier: string,
    @Arg('results', () => [ClassificationResultInput], {
      description: 'At most 100, of different creatives or not.',
    })
    results: ParsedInput<typeof parseResults>,
  ) {
    return recordClassifications(ctx, { classifier, results });
  }
}
