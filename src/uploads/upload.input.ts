import { Field, InputType } from 'type-graphql';
import { creativeTypes } from '../creatives/creative';
import { UploadScalar } from '../graphql/upload-scalar';
import { defineInputCheck, isRecord } from '../validation';
import type { ReceivedFile } from './received-file';

@InputType({ description: 'A file and what it is for.' })
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

  @Field(() => String, { description: 'Type of creative: image, video, html, direct or model.' })
  type!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Size; required where the content does not tell it: for html and direct.',
  })
  scope?: string | null;
}

const maxNameLength = 64;

defineInputCheck('CreateUploadInput', (value) => {
  const input = isRecord(value) ? value : {};
  const details: Record<string, readonly string[]> = {};
  if (input.file == null && input.type !== 'direct') details.file = ['is required'];
  for (const member of ['medium', 'type'] as const) {
    const problem = input[member] == null ? 'is required' : problemOfName(input[member]);
    if (problem !== null) details[member] = [problem];
  }
  for (const member of ['vendor', 'scope'] as const) {
    const problem = input[member] == null ? null : problemOfName(input[member]);
    if (problem !== null) details[member] = [problem];
  }
  const { type } = input;
  if (!details.type && !creativeTypes.some((known) => known === type))
    details.type = [`must be one of ${creativeTypes.join(', ')}`];
  return Object.keys(details).length > 0 ? details : null;
});

function problemOfName(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a text';
  return value.length >= 1 && value.length <= maxNameLength
    ? null
    : `must have 1 to ${maxNameLength} characters`;
}
