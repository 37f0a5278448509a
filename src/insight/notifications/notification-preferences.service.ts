import { invalid } from '../../errors';
import { type MailedKind, mailedKinds } from './mailed-kinds';
import type { NotificationContext } from './notification.context';
import { parseUnsubscription } from './unsubscribe-link';

type PreferencesContext = Pick<NotificationContext, 'noticeMails' | 'unsubscribeKeys'>;

/** Lists the kinds of notices that an account gets by mail. */
export async function listMailedKinds(
  { noticeMails }: PreferencesContext,
  accountId: string,
): Promise<readonly MailedKind[]> {
  const unmailed = await noticeMails.listUnmailed(accountId);
  return mailedKinds.filter((kind) => !unmailed.includes(kind));
}

/** Sets all that an account is told by mail. */
export async function setMailedKinds(
  { noticeMails }: PreferencesContext,
  { accountId, kinds }: { readonly accountId: string; readonly kinds: readonly MailedKind[] },
): Promise<readonly MailedKind[]> {
  await noticeMails.setUnmailed(
    accountId,
    mailedKinds.filter((kind) => !kinds.includes(kind)),
  );
  return mailedKinds.filter((kind) => kinds.includes(kind));
}

/** @throws {AppError} `VALIDATION_FAILED` for the token of no link of ours. */
export function assertUnsubscribeToken({ unsubscribeKeys }: PreferencesContext, token: string) {
  const found = parseUnsubscription(unsubscribeKeys, token);
  if (!found) throw invalid({ token: ['is not of a link in a mail of ours'] });
  return found;
}

/**
 * Ends mails of the kind that a link is for; it may be used again and again.
 *
 * @throws {AppError} `VALIDATION_FAILED` for the token of no link of ours.
 */
export async function unsubscribe(ctx: PreferencesContext, token: string): Promise<void> {
  const { accountId, kind } = assertUnsubscribeToken(ctx, token);
  await ctx.noticeMails.addUnmailed(accountId, kind);
}
