import { Arg, Authorized, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '../context';
import type { CreativeType } from '../creatives/creative';
import { requireViewer } from '../graphql/auth-checker';
import type { Upload } from './upload';
import { CreateUploadInput } from './upload.input';
import { createUpload, previewUrlOf } from './upload.service';
import { UploadedFileType } from './upload.type';

@Resolver(() => UploadedFileType)
export class UploadResolver {
  @Authorized('campaign.write')
  @Mutation(() => UploadedFileType, {
    description:
      'Checks and stores a file for one creative. Documents come as one HTML file or a ZIP with one, and are made self-contained. Errors: VALIDATION_FAILED, PAYLOAD_TOO_LARGE, TOO_MANY_REQUESTS, SERVICE_UNAVAILABLE.',
  })
  async createUpload(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => CreateUploadInput, { description: 'The file and what it is for.' })
    input: CreateUploadInput,
  ) {
    return createUpload(ctx, {
      advertiserId: requireViewer(ctx).account.id,
      medium: input.medium,
      vendor: input.vendor ?? null,
      // The input's check has seen that it is one.
      type: input.type as CreativeType,
      scope: input.scope ?? null,
      file: (await input.file) ?? null,
    });
  }

  @FieldResolver(() => String)
  url(@Ctx() ctx: RequestContext, @Root() upload: Upload): string {
    return previewUrlOf(ctx, upload);
  }
}
