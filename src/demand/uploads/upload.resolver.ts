import { Arg, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import type { Upload } from './upload';
import { CreateUploadInput, type parseNewUpload } from './upload.input';
import type { ParsedInput } from '../../validation';
import { createUpload, previewUrlOf } from './upload.service';
import { UploadedFileType } from './upload.type';
import type { UploadContext } from './upload.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = UploadContext & WithViewer;

@Resolver(() => UploadedFileType)
export class UploadResolver {
  @Authorized('campaign.write')
  @Mutation(() => UploadedFileType, {
    description:
      'Checks and stores a file for one creative. Documents come as one HTML file or a ZIP with one, and are made self-contained. Errors: PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  async createUpload(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateUploadInput, { description: 'The file and its purpose.' })
    { file, ...input }: ParsedInput<typeof parseNewUpload>,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return createUpload(ctx, { ...input, advertiserId, file: await file });
  }

  @FieldResolver(() => String)
  url(@Ctx() ctx: Context, @Root() upload: Upload): string {
    return previewUrlOf(ctx, upload);
  }
}
