import { Arg, Authorized, Ctx, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../context';
import { requireViewer } from '../../access/access-rule';
import { listAllowedApplications, revokeApplication } from './allowed-application.service';
import { AllowedApplicationType } from './allowed-application.type';

@Resolver(() => AllowedApplicationType)
export class AllowedApplicationResolver {
  @Authorized('session')
  @Extensions({ listSize: 100, isStored: true })
  @Query(() => [AllowedApplicationType], {
    description:
      'The applications that the viewer has allowed something, the last first, at most 100.',
  })
  allowedApplications(@Ctx() ctx: RequestContext) {
    return listAllowedApplications(ctx, requireViewer(ctx).account.id);
  }

  @Authorized('session')
  @Mutation(() => Boolean, {
    description:
      'Takes back all that the viewer has allowed an application, and ends its tokens. Always true.',
  })
  async revokeApplication(
    @Ctx() ctx: RequestContext,
    @Arg('clientId', () => ID, { description: 'UUID with dashes: its `client_id`.' })
    clientId: string,
  ) {
    await revokeApplication(ctx, { accountId: requireViewer(ctx).account.id, clientId });
    return true;
  }
}
