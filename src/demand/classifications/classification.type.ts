import { Field, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { type ClassificationStatus, classificationStatuses } from './classification';

export const ClassificationStatusEnum = createEnum({
  name: 'ClassificationStatus',
  description: 'How far a classifier has come, the least advanced first.',
  values: classificationStatuses,
  meanings: {
    new: 'Not looked at.',
    in_progress: 'Being looked at.',
    error: 'Could not be looked at.',
    success: 'Classified by its keywords.',
    failure: 'Refused: the creative is rejected.',
  },
});

@ObjectType('Classification', {
  description: 'A classifier’s word on all creatives of a campaign together.',
})
export class ClassificationType {
  @Field(() => String, { description: 'Name of the classifier.' })
  classifier!: string;

  @Field(() => ClassificationStatusEnum, {
    description: 'Of the creative with which it is least advanced.',
  })
  status!: ClassificationStatus;

  @Field(() => String, {
    description: 'Keywords of all creatives, as JSON: `{"category":["crypto"]}`.',
  })
  keywords!: string;
}

@ObjectType('RecordedClassifications', { description: 'The outcome of a classifier’s results.' })
export class RecordedClassificationsType {
  @Field(() => Int, { description: 'Results that count from now on.' })
  accepted!: number;

  @Field(() => Int, {
    description: 'Results that are not later than what the classifier has said before.',
  })
  ignored!: number;
}
