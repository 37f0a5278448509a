import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import { requireViewer } from '../../access/access-rule';
import type { AuthorizationRequest, Decision } from './authorization-request';
import { requireSecondFactor } from '../../accounts/second-factor/proved-session.service';
import { authorize } from './authorize';
import { AuthorizationRequestInput } from './authorize.input';
import { AuthorizationResultType, DecisionEnum } from './authorize.type';
import type { OAuthContext } from '../oauth.context';
import type { WithViewer } from '../../access/viewer';

type Context = OAuthContext & WithViewer;

@Resolver()
export class AuthorizeResolver {
  @Authorized('session')
  @Mutation(() => AuthorizationResultType, {
    description:
      'Answers a client that asks the viewer for access. What is wrong with the client or its redirect URI is an error here, everything else is told to the client by `location`. Errors: FORBIDDEN for an approval without a code of the last 5 minutes, for an account with a second factor.',
  })
  async authorize(
    @Ctx() ctx: Context,
    @Arg('request', () => AuthorizationRequestInput, { description: 'The client’s request.' })
    request: AuthorizationRequest,
    @Arg('decision', () => DecisionEnum, { description: 'The viewer’s answer to the request.' })
    decision: Decision,
  ) {
    const viewer = requireViewer(ctx);
    if (decision === 'approve') await requireSecondFactor(ctx, viewer);
    return authorize(ctx, { account: viewer.account, request, decision });
  }
}
