import { Arg, Authorized, Ctx, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { requireId } from '../../id';
import { requireViewer } from '../access/access-rule';
import type { WithViewer } from '../access/viewer';
import type { SessionContext } from './account.context';
import { endSession, listOpenSessions, mostSessions } from './open-session.service';
import { OpenSessionType } from './open-session.type';

type Context = SessionContext & WithViewer;

@Resolver()
export class OpenSessionResolver {
  @Authorized('session')
  @Extensions({ listSize: mostSessions })
  @Query(() => [OpenSessionType], {
    description: `Sessions of the viewer’s account that have not ended, newest first, at most ${mostSessions}. Errors: FORBIDDEN without a session of the owner’s.`,
  })
  openSessions(@Ctx() ctx: Context) {
    return listOpenSessions(ctx, requireViewer(ctx));
  }

  @Authorized('session')
  @Mutation(() => Boolean, {
    description:
      'Ends a session of the viewer’s account; access tokens stay valid. Always true. Errors: FORBIDDEN without a session of the owner’s.',
  })
  async endSession(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of `openSessions`.' }) id: string,
  ) {
    await endSession(ctx, requireViewer(ctx), requireId('session', id));
    return true;
  }
}
