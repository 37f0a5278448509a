import { Arg, Args, Authorized, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { requireViewer } from '../../identity/access/access-rule';
import { PageArgs } from '../../platform/lists/page.input';
import type { ParsedInput } from '../../validation';
import type { WebhookMessageState } from './webhook-message';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from './webhook.service';
import {
  listWebhookMessages,
  readWebhookMessageBody,
  replayWebhookMessage,
  sendTestWebhookMessage,
} from './webhook-messages.service';
import {
  CreatedWebhookType,
  CreateWebhookInput,
  UpdateWebhookInput,
  WebhookConnectionType,
  WebhookMessageConnectionType,
  WebhookMessageStateEnum,
  WebhookMessageType,
  WebhookType,
} from './webhook.type';
import type { NotificationContext } from './notification.context';
import type { CampaignContext } from '../../demand/campaigns/campaign.context';
import type { WithViewer } from '../../identity/access/viewer';

type Context = NotificationContext & CampaignContext & WithViewer;

const accountIdOf = (ctx: Context) => requireViewer(ctx).account.id;
const idOption = { description: 'Of the webhook.' };

@Resolver()
export class WebhookResolver {
  @Authorized('webhook.write')
  @Query(() => WebhookType, {
    description: 'One of the viewer’s webhooks.',
  })
  webhook(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return getWebhook(ctx, { accountId: accountIdOf(ctx), id });
  }

  @Authorized('webhook.write')
  @Query(() => WebhookConnectionType, {
    description: 'The viewer’s webhooks, oldest first, at most 10.',
  })
  webhooks(@Ctx() ctx: Context, @Args(() => PageArgs) page: PageArgs) {
    return listWebhooks(ctx, { accountId: accountIdOf(ctx), page });
  }

  @Authorized('webhook.write')
  @Query(() => WebhookMessageConnectionType, {
    description:
      'Messages to one of the viewer’s webhooks, and their deliveries: all that wait or are dead for a week, and the last 1000 that were delivered.',
  })
  webhookMessages(
    @Ctx() ctx: Context,
    @Arg('webhookId', () => ID, idOption) webhookId: string,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('state', () => WebhookMessageStateEnum, {
      nullable: true,
      description: 'Only those that are so.',
    })
    state: WebhookMessageState | null = null,
  ) {
    const own = { accountId: accountIdOf(ctx), id: webhookId };
    return listWebhookMessages(ctx, own, { state, page });
  }

  @Authorized('webhook.write')
  @Mutation(() => CreatedWebhookType, {
    description:
      'Makes a webhook, enabled. Errors: NOT_FOUND for another account’s campaign, CONFLICT for an account with 10 webhooks.',
  })
  createWebhook(
    @Ctx() ctx: Context,
    @Arg('input', () => CreateWebhookInput, { description: 'The new webhook.' })
    input: ParsedInput<typeof CreateWebhookInput.parse>,
  ) {
    return createWebhook(ctx, { ...input, accountId: accountIdOf(ctx) });
  }

  @Authorized('webhook.write')
  @Mutation(() => WebhookType, {
    description: 'Changes the URL of a webhook, and the kinds of its messages.',
  })
  updateWebhook(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('input', () => UpdateWebhookInput, { description: 'The changes.' })
    changes: ParsedInput<typeof UpdateWebhookInput.parse>,
  ) {
    return updateWebhook(ctx, { accountId: accountIdOf(ctx), id }, changes);
  }

  @Authorized('webhook.write')
  @Mutation(() => CreatedWebhookType, {
    description:
      'Gives a webhook another secret. For a time messages have two signatures, by the new and by the former one. Errors: VALIDATION_FAILED, CONFLICT when it is changed by somebody else at the same time.',
  })
  rotateWebhookSecret(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, idOption) id: string,
    @Arg('overlapHours', () => Int, {
      defaultValue: 24,
      description:
        'How long the former secret signs, too: 0 to 168. With 0 it is good for nothing at once.',
    })
    overlapHours: number,
  ) {
    return rotateWebhookSecret(ctx, { accountId: accountIdOf(ctx), id }, overlapHours);
  }

  @Authorized('webhook.write')
  @Mutation(() => WebhookType, {
    description: 'Tells a webhook again of what happens from now on.',
  })
  enableWebhook(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return enableWebhook(ctx, { accountId: accountIdOf(ctx), id });
  }

  @Authorized('webhook.write')
  @Mutation(() => WebhookType, {
    description: 'Tells a webhook nothing any more, until it is enabled.',
  })
  disableWebhook(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return disableWebhook(ctx, { accountId: accountIdOf(ctx), id });
  }

  @Authorized('webhook.write')
  @Mutation(() => Boolean, {
    description: 'Deletes a webhook with its messages. Always true.',
  })
  async deleteWebhook(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    await deleteWebhook(ctx, { accountId: accountIdOf(ctx), id });
    return true;
  }

  @Authorized('webhook.write')
  @Mutation(() => WebhookMessageType, {
    description:
      'Sends a message again, delivered or not, under the id that it has. Errors: CONFLICT while its webhook is disabled.',
  })
  replayWebhookMessage(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of the message.' }) id: string,
  ) {
    return replayWebhookMessage(ctx, { accountId: accountIdOf(ctx), id });
  }

  @Authorized('webhook.write')
  @Mutation(() => WebhookMessageType, {
    description:
      'Sends a test of the kind `webhook_test` to a webhook, whatever kinds it asks for. Errors: CONFLICT while the webhook is disabled, or the test before is on its way.',
  })
  sendTestWebhookMessage(@Ctx() ctx: Context, @Arg('id', () => ID, idOption) id: string) {
    return sendTestWebhookMessage(ctx, { accountId: accountIdOf(ctx), id });
  }

  @Authorized('webhook.write')
  @Query(() => String, { description: 'The JSON of a message, as it is sent.' })
  webhookMessageBody(
    @Ctx() ctx: Context,
    @Arg('id', () => ID, { description: 'Of the message.' }) id: string,
  ) {
    return readWebhookMessageBody(ctx, { accountId: accountIdOf(ctx), id });
  }
}
