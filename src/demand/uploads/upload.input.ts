import { Field, InputType } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import { problemsOfMedium } from '../campaigns/campaign-rules';
import { type CreativeType, creativeType } from '../creatives/creative.resource';
import type { WithTaxonomy } from '../taxonomy/taxonomy.context';
import { UploadScalar } from '../../platform/graphql/upload-scalar';
import type { ErrorDetails } from '../../errors';
import { fileOf, member } from '../../input-members';
import { parserOf } from '../../validation';
import type { ReceivedFile } from './received-file';

const maxNameLength = 64;
const name = member(
  (value) => {
    if (typeof value !== 'string') return 'must be a text';
    return value !== '' && value.length <= maxNameLength
      ? { value }
      : `must have 1 to ${maxNameLength} characters`;
  },
  { type: 'string', minLength: 1, maxLength: maxNameLength },
);
export const parseNewUpload = parserOf(
  {
    file: fileOf<ReceivedFile>().nullable().default(null),
    medium: name,
    vendor: name.nullable().default(null),
    type: creativeType.input,
    scope: name.nullable().default(null),
  },
  (members, ctx: WithTaxonomy): ErrorDetails => ({
    ...(members.file === null && members.type !== 'direct' && { file: ['is required'] }),
    ...problemsOfMedium(members, ctx),
  }),
);

@ParsedBy(parseNewUpload)
@InputType({ description: 'A file and its purpose.' })
export class CreateUploadInput {
  @Field(() => UploadScalar, {
    nullable: true,
    description:
      'The content, as a file of a multipart request: at most 512 KiB for image and html, 1 MiB for video and model, 1 KiB for direct, which may do without: then it is the landing URL of the campaign.',
  })
  file?: Promise<ReceivedFile> | null;

  @Field(() => String, { description: 'Medium of the campaigns that it is for.' })
  medium!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Vendor of those campaigns; null: they have none.',
  })
  vendor?: string | null;

  @Field(() => creativeType.type, { description: 'Type of creative.' })
  type!: CreativeType;

  @Field(() => String, {
    nullable: true,
    description:
      'Size; required for direct, and for html whose document has no meta element ad.size. Refused where the document says another one.',
  })
  scope?: string | null;
}
