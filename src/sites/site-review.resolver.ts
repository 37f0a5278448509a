import { Arg, Authorized, Ctx, ID, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../context';
import { AppError } from '../errors';
import { isUuid, toId } from '../id';
import { approveSite, rejectSite } from './site-review.service';
import { SiteType } from './site.type';

const idOption = { description: 'Of anybody’s site, 32 hex digits, dashed or not.' };

@Resolver(() => SiteType)
export class SiteReviewResolver {
  @Authorized('operator')
  @Mutation(() => SiteType, {
    description:
      'Lets a site that is pending, or was rejected, show ads. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, VALIDATION_FAILED.',
  })
  approveSite(@Ctx() ctx: RequestContext, @Arg('id', () => ID, idOption) id: string) {
    return approveSite(ctx, readId(id));
  }

  @Authorized('operator')
  @Mutation(() => SiteType, {
    description:
      'Ends what a site shows; its publisher can no longer change it. Errors: UNAUTHENTICATED, FORBIDDEN, NOT_FOUND.',
  })
  rejectSite(@Ctx() ctx: RequestContext, @Arg('id', () => ID, idOption) id: string) {
    return rejectSite(ctx, readId(id));
  }
}

/** @throws {AppError} `NOT_FOUND` for a text that is no id: there is nothing by that name. */
function readId(text: string): string {
  if (!isUuid(text)) throw new AppError('NOT_FOUND', `site ${text.slice(0, 64)} not found`);
  return toId(text);
}
