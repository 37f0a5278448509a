import type { NotificationContext } from './notification.context';
import type { Webhook } from './webhook.resource';
import type { StoredMessage } from './webhook-message.store';

/** Of so many messages of a turn, and of so many failures in a row, one may be a message that was tried before. */
const triedEvery = { sent: 10, failures: 4 } as const;

/**
 * Finds what a webhook is sent next of what is due, oldest first. What was not taken comes behind what was never tried: a receiver may
 * never take it, and takes all others. It has some turns all the same, so that it comes to its end.
 *
 * @param sent messages of this turn before it
 */
export async function findNextMessage(
  { webhookMessages, now }: Pick<NotificationContext, 'webhookMessages' | 'now'>,
  { id, failures }: Pick<Webhook, 'id' | 'failures'>,
  sent: number,
): Promise<StoredMessage | null> {
  const isLast = (count: number, of: number) => count % of === of - 1;
  const isForTried = isLast(failures, triedEvery.failures) || isLast(sent, triedEvery.sent);
  const due = (isUntried: boolean) => webhookMessages.findDue(id, { now: now(), isUntried });
  return (isForTried ? null : await due(true)) ?? due(false);
}
