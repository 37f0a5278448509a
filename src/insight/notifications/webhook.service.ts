import { getCampaign } from '../../demand/campaigns/campaign.service';
import type { CampaignContext } from '../../demand/campaigns/campaign.context';
import { AppError, invalid, notFound } from '../../errors';
import { createId, isUuid, requireId, toId } from '../../id';
import { listPage } from '../../platform/lists/list.service';
import type { Page, PageParams } from '../../platform/lists/page';
import { absentMembersOfNew } from '../../platform/resources/resource';
import { hourMs } from '../../time';
import type { NotificationContext } from './notification.context';
import { createWebhookSecret } from './signature';
import { mostUndelivered } from './webhook-message';
import {
  mostOverlapHours,
  mostWebhooks,
  type NewWebhookTerms,
  type Webhook,
  webhookResource,
  type WebhookTermChanges,
} from './webhook.resource';
import { insertOfFew } from '../../platform/limits/insert-of-few';

/** One of an account's own. */
export interface OwnWebhook {
  readonly accountId: string;
  /** In any of the forms of an id. */
  readonly id: string;
}

/** @throws {AppError} `NOT_FOUND` for another account's. */
export async function getWebhook(
  ctx: NotificationContext,
  { accountId, id }: OwnWebhook,
): Promise<Webhook> {
  const found = isUuid(id) ? await ctx.webhooks.findOwned(accountId, toId(id)) : null;
  if (!found) throw notFound('webhook', id);
  return found;
}

/** @throws {AppError} `VALIDATION_FAILED` as `listPage`. */
export function listWebhooks(
  ctx: NotificationContext,
  { accountId, page }: { readonly accountId: string; readonly page: PageParams },
): Promise<Page<Webhook>> {
  return listPage(ctx, {
    list: `webhooks:${accountId}`,
    page,
    read: (slice) => ctx.webhooks.readSlice(accountId, slice),
  });
}

/**
 * Makes a webhook, enabled.
 *
 * @returns its secret, too: it is shown this once.
 * @throws {AppError} `NOT_FOUND` for another account's campaign, `CONFLICT` for an account with 10 webhooks.
 */
export async function createWebhook(
  ctx: NotificationContext & CampaignContext,
  params: NewWebhookTerms & { readonly accountId: string },
): Promise<{ readonly secret: string; readonly webhook: Webhook }> {
  const { accountId, campaignId = null } = params;
  if (campaignId !== null) await getCampaign(ctx, { advertiserId: accountId, id: campaignId });
  const secret = createWebhookSecret(ctx);
  const ofNew = { id: createId(ctx), secret, isEnabled: true } as const;
  const webhook = await insertOfFew(`webhooks ${accountId}`, {
    count: () => ctx.webhooks.countOwned(accountId),
    most: mostWebhooks,
    insert: () =>
      ctx.webhooks.insert({ ...absentMembersOfNew(webhookResource), ...params, ...ofNew }),
    remove: ({ id }) => ctx.webhooks.delete(accountId, id, ctx.now()),
    refusal: tooMany,
  });
  return { secret, webhook };
}

const tooMany = () => new AppError('CONFLICT', `an account has at most ${mostWebhooks} webhooks`);

const noFailures = { failures: 0, failingSince: null, restsUntil: null } as const;

/**
 * Changes a webhook. One that gets another URL owes nothing for the failures of the former one: what waits is sent there at once.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function updateWebhook(
  ctx: NotificationContext,
  own: OwnWebhook,
  changes: WebhookTermChanges,
): Promise<Webhook> {
  const { id, url } = await getWebhook(ctx, own);
  const isMoved = changes.url !== undefined && changes.url !== url;
  const updated = await ctx.webhooks.update(id, { ...changes, ...(isMoved && noFailures) });
  if (!updated) throw notFound('webhook', own.id);
  if (isMoved && updated.isEnabled) await ctx.webhookMessages.hasten(id, ctx.now());
  return updated;
}

/**
 * Gives a webhook another secret. For a time messages are signed by both, so that a receiver may change to the new one
 * when it likes.
 *
 * @param overlapHours for how long; 0: the former one signs nothing any more
 * @returns the new one, too: it is shown this once.
 * @throws {AppError} `NOT_FOUND`, or `CONFLICT` when somebody else has changed it at the same time.
 */
export async function rotateWebhookSecret(
  ctx: NotificationContext,
  own: OwnWebhook,
  overlapHours: number,
): Promise<{ readonly secret: string; readonly webhook: Webhook }> {
  if (overlapHours < 0 || overlapHours > mostOverlapHours)
    throw invalid({ overlapHours: [`must be from 0 to ${mostOverlapHours}`] });
  const before = await getWebhook(ctx, own);
  const secret = createWebhookSecret(ctx);
  const formerSecretUntil = new Date(ctx.now().getTime() + overlapHours * hourMs);
  const webhook = await ctx.webhooks.replaceSecret(before, { secret, formerSecretUntil });
  if (!webhook) throw new AppError('CONFLICT', 'the secret was changed at the same time');
  return { secret, webhook };
}

/**
 * Lets a webhook be told again of what happens from now on; what waited while it failed is tried at once.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function enableWebhook(ctx: NotificationContext, own: OwnWebhook): Promise<Webhook> {
  const { id } = await getWebhook(ctx, own);
  const enabledAt = ctx.now();
  const changes = { isEnabled: true, enabledAt, disabledReason: null, ...noFailures };
  const enabled = await ctx.inTransaction(async (session) => {
    const found = await ctx.webhooks.update(id, changes, session);
    if (!found) throw notFound('webhook', own.id);
    // Else what was put aside would never be due where this ends between the two.
    await ctx.webhookMessages.hasten(id, enabledAt, session);
    return found;
  });
  await ctx.webhookMessages.trim(id, 'dead', mostUndelivered);
  return enabled;
}

/**
 * Stops telling a webhook anything: what happens meanwhile it never learns.
 *
 * @throws {AppError} `NOT_FOUND`
 */
export async function disableWebhook(ctx: NotificationContext, own: OwnWebhook): Promise<Webhook> {
  const { id } = await getWebhook(ctx, own);
  const changes = { isEnabled: false, disabledReason: 'disabled by its owner' };
  return ctx.inTransaction(async (session) => {
    const disabled = await ctx.webhooks.update(id, changes, session);
    if (!disabled) throw notFound('webhook', own.id);
    // Else it would be read with all that is due, every few seconds.
    await ctx.webhookMessages.putAside(id, session);
    return disabled;
  });
}

/**
 * Deletes a webhook with its messages. A deletion that was cut off is completed by the next try.
 *
 * @throws {AppError} `NOT_FOUND`, also for one that is deleted already.
 */
export async function deleteWebhook(
  ctx: NotificationContext,
  { accountId, id: given }: OwnWebhook,
): Promise<void> {
  const id = requireId('webhook', given);
  const isDeleted = await ctx.webhooks.delete(accountId, id, ctx.now());
  await ctx.webhookMessages.deleteOf(accountId, id);
  if (!isDeleted) throw notFound('webhook', given);
}
