import { Arg, Authorized, Ctx, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../../access/access-rule';
import { listAllowedApplications, revokeApplication } from './allowed-application.service';
import { AllowedApplicationType } from './allowed-application.type';
import type { OAuthContext } from '../oauth.context';
import type { WithViewer } from '../../access/viewer';

type Context = OAuthContext & WithViewer;

@Resolver(() => AllowedApplicationType)
export class AllowedApplicationResolver {
  @Authorized('session')
  @Extensions({ listSize: 100, isStored: true })
  @Query(() => [AllowedApplicationType], {
    description:
      'The applications that the viewer has allowed something, the last first, at most 100.',
  })
  allowedApplications(@Ctx() ctx: Context) {
    return listAllowedApplications(ctx, requireViewer(ctx).account.id);
  }

  @Authorized('session')
  @Mutation(() => Boolean, {
    description:
      'Takes back all that the viewer has allowed an application, and ends its tokens. Always true.',
  })
  async revokeApplication(
    @Ctx() ctx: Context,
    @Arg('clientId', () => ID, { description: 'UUID with dashes: its `client_id`.' })
    clientId: string,
  ) {
    await revokeApplication(ctx, { accountId: requireViewer(ctx).account.id, clientId });
    return true;
  }
}
