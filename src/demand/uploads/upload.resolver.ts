import { Arg, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../../context';
import { requireViewer } from '../../identity/access/access-rule';
import type { Upload } from './upload';
import { CreateUploadInput, type parseNewUpload } from './upload.input';
import type { ParsedInput } from '../../validation';
import { createUpload, previewUrlOf } from './upload.service';
import { UploadedFileType } from './upload.type';

@Resolver(() => UploadedFileType)
export class UploadResolver {
  @Authorized('campaign.write')
  @Mutation(() => UploadedFileType, {
    description:
      'Checks and stores a file for one creative. Documents come as one HTML file or a ZIP with one, and are made self-contained. Errors: PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  async createUpload(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateUploadInput, { description: 'The file and its purpose.' })
    { file, ...input }: ParsedInput<typeof parseNewUpload>,
  ) {
    const advertiserId = requireViewer(ctx).account.id;
    return createUpload(ctx, { ...input, advertiserId, file: await file });
  }

  @FieldResolver(() => String)
  url(@Ctx() ctx: RequestContext, @Root() upload: Upload): string {
    return previewUrlOf(ctx, upload);
  }
}
