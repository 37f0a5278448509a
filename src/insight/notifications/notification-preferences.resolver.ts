import { Arg, Authorized, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { type MailedKind, mailedKinds } from './mailed-kinds';
import { listMailedKinds, setMailedKinds } from './notification-preferences.service';
import { MailedKindEnum, NotificationPreferencesType } from './notification-preferences.type';
import type { WithViewer } from '../../identity/access/viewer';
import type { NotificationContext } from './notification.context';

type Context = NotificationContext & WithViewer;

@Resolver()
export class NotificationPreferencesResolver {
  @Authorized('session')
  @Extensions({ listSize: mailedKinds.length })
  @Query(() => NotificationPreferencesType, {
    description: 'The viewer’s choice of mails.',
  })
  async notificationPreferences(@Ctx() ctx: Context) {
    return { mailedKinds: await listMailedKinds(ctx, requireViewer(ctx).account.id) };
  }

  @Authorized('session')
  @Mutation(() => NotificationPreferencesType, {
    description: 'Sets what the viewer is told by mail.',
  })
  async setNotificationPreferences(
    @Ctx() ctx: Context,
    @Arg('mailedKinds', () => [MailedKindEnum], { description: 'All of it; none: no mails.' })
    kinds: readonly MailedKind[],
  ) {
    const accountId = requireViewer(ctx).account.id;
    return { mailedKinds: await setMailedKinds(ctx, { accountId, kinds }) };
  }
}
