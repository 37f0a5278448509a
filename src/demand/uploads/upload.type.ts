import { Field, ID, Int, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { type CreativeType, creativeType } from '../creatives/creative.resource';

@ObjectType('UploadedFile', {
  description:
    'A file that was checked and stored: `createCreative` and `createCampaign` make one creative of it, once, within 24 hours.',
})
export class UploadedFileType {
  @Field(() => ID, { description: 'The `fileId` that a creative is made from. 32 hex digits.' })
  id!: string;

  @Field(() => String, {
    description: 'Shows the content, to whoever has it, as long as the file lives.',
  })
  url!: string;

  @Field(() => creativeType.type, { description: 'Type of creative.' })
  type!: CreativeType;

  @Field(() => String, { description: 'MIME type, read from the content.' })
  mime!: string;

  @Field(() => String, {
    description: 'Size as `<width>x<height>`, `cube`, `pop-up` or `pop-under`.',
  })
  scope!: string;

  @Field(() => Int, { description: 'Bytes that will be served.' })
  byteLength!: number;

  @Field(() => DateTimeScalar, { description: 'When it is deleted unless it was used.' })
  expiresAt!: Date;
}
