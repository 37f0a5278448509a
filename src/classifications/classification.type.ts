import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType('Classification', {
  description: 'What a classifier says of the creatives of a campaign together.',
})
export class ClassificationType {
  @Field(() => String, { description: 'Name of the classifier.' })
  classifier!: string;

  @Field(() => String, {
    description:
      '`new`, `in_progress`, `error`, `success` or `failure`: of the creative with which it is least advanced.',
  })
  status!: string;

  @Field(() => String, {
    description: 'Keywords of all creatives, as JSON: `{"category":["crypto"]}`.',
  })
  keywords!: string;
}

@ObjectType('RecordedClassifications', { description: 'What became of results.' })
export class RecordedClassificationsType {
  @Field(() => Int, { description: 'Results that count from now on.' })
  accepted!: number;

  @Field(() => Int, {
    description: 'Results that are not later than what the classifier has said before.',
  })
  ignored!: number;
}
