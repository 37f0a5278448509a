import { Arg, Authorized, Ctx, Mutation, Resolver } from 'type-graphql';
import { requireViewer } from '../../access/access-rule';
import type { AuthorizationRequest, Decision } from './authorization-request';
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
      'Answers a client that asks the viewer for access. What is wrong with the client or its redirect URI is an error here, everything else is told to the client by `location`.',
  })
  authorize(
    @Ctx() ctx: Context,
    @Arg('request', () => AuthorizationRequestInput, { description: 'The client’s request.' })
    request: AuthorizationRequest,
    @Arg('decision', () => DecisionEnum, { description: 'The viewer’s answer to the request.' })
    decision: Decision,
  ) {
    return authorize(ctx, { account: requireViewer(ctx).account, request, decision });
  }
}
