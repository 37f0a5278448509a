import { Extensions, Field, ObjectType } from 'type-graphql';
import { type CreativeType, creativeType } from '../../demand/creatives/creative.resource';

@ObjectType('SamplePageBox', {
  description: 'Room for one ad on the sample page.',
  simpleResolvers: true,
})
export class SamplePageBoxType {
  @Field(() => String, { description: '`<width>x<height>` in pixels.' })
  size!: string;

  @Field(() => [creativeType.type], { description: 'Types of the creatives that the page shows.' })
  types!: readonly CreativeType[];
}

@ObjectType('SamplePage', {
  description: 'A page of this server’s own that shows its ads as a publisher’s page does.',
  simpleResolvers: true,
})
export class SamplePageType {
  @Field(() => String, { description: 'Where it is.' })
  url!: string;

  @Field(() => String, { description: 'Only campaigns of this medium are shown there.' })
  medium!: string;

  @Extensions({ listSize: 5 })
  @Field(() => [SamplePageBoxType], { description: 'From the top of the page.' })
  boxes!: readonly SamplePageBoxType[];
}
