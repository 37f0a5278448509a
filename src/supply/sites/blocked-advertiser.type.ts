import { Field, ID, ObjectType } from 'type-graphql';

@ObjectType('BlockedAdvertiser', {
  description: 'An advertiser whose ads a site does not show.',
  simpleResolvers: true,
})
export class BlockedAdvertiserType {
  @Field(() => ID, {
    description:
      'The creative that the advertiser was blocked by, 32 lower-case hex digits: it names the advertiser in `changeSiteBlocks`, also when it is shown nowhere any more.',
  })
  creativeId!: string;

  @Field(() => String, {
    description: 'The domain that the creative led to at that time; empty: it led to none.',
  })
  domain!: string;
}
