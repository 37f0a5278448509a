import { Field, ObjectType } from 'type-graphql';

@ObjectType('RecordedImpression', {
  description: 'The steps that the client may take after an impression.',
  simpleResolvers: true,
})
export class RecordedImpressionType {
  @Field(() => [String], {
    description: 'URLs of pages that the client may load to add to the event; often none.',
  })
  context!: readonly string[];

  @Field(() => String, {
    nullable: true,
    description:
      'Where the client goes on to: the creative is another server’s, which must hear of its impression, too; null: nowhere.',
  })
  forwardUrl!: string | null;
}

@ObjectType('RecordedClick', { description: 'Where a click leads.', simpleResolvers: true })
export class RecordedClickType {
  @Field(() => String, {
    description: 'The campaign’s http(s) landing page, its placeholders filled in.',
  })
  landingUrl!: string;
}
