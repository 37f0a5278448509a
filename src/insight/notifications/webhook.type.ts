import { Extensions, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Config } from '../../config';
import type { ErrorDetails } from '../../errors';
import { problemOfTarget } from '../../platform/egress/target';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import {
  changesInputOf,
  creationInputOf,
  objectTypeOf,
} from '../../platform/resources/resource-types';
import type { MessageKind } from './webhook-kind';
import { WebhookKindEnum } from './webhook-kind.type';
import {
  type WebhookAttempt,
  type WebhookMessage,
  type WebhookMessageState,
  webhookMessageStates,
} from './webhook-message';
import { type Webhook, webhookResource } from './webhook.resource';

export const WebhookType = objectTypeOf(webhookResource);

export const CreateWebhookInput = creationInputOf(webhookResource, {
  says: 'The webhook to make.',
  rules: problemsOfUrl,
});

export const UpdateWebhookInput = changesInputOf(webhookResource, {
  says: 'Changes of a webhook. An absent member stays as it is.',
  rules: problemsOfUrl,
});

export const WebhookMessageStateEnum = createEnum({
  name: 'WebhookMessageState',
  description: 'How far a message of a webhook is.',
  values: webhookMessageStates,
  meanings: {
    pending: 'It waits for its first or next attempt.',
    delivered: 'It was taken.',
    dead: 'No attempt is made by itself any more; `replayWebhookMessage` sends it again.',
  },
});

@ObjectType('CreatedWebhook', { description: 'A new webhook.' })
export class CreatedWebhookType {
  @Field(() => String, {
    description: 'Signs its messages (Standard Webhooks 1.0): `whsec_` and base64. Seen this once.',
  })
  secret!: string;

  @Field(() => WebhookType, { description: 'The webhook.' })
  webhook!: Webhook;
}

@ObjectType('WebhookAttempt', {
  description: 'A try to deliver a message.',
  simpleResolvers: true,
})
export class WebhookAttemptType implements WebhookAttempt {
  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  at!: Date;

  @Field(() => Int, { nullable: true, description: 'Of HTTP; null: there was no answer.' })
  status!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'The beginning of the answer, at most 1024 characters.',
  })
  excerpt!: string | null;

  @Field(() => String, { nullable: true, description: 'Why it failed; null: it did not.' })
  problem!: string | null;
}

@ObjectType('WebhookMessage', {
  description: 'A message to a webhook. It is sent once or more often.',
})
export class WebhookMessageType implements Omit<WebhookMessage, 'accountId'> {
  @Field(() => ID, { description: 'The header `webhook-id`, the same at every attempt.' })
  id!: string;

  @Field(() => ID, { description: 'Webhook of the message.' })
  webhookId!: string;

  @Field(() => WebhookKindEnum, { description: 'Kind of the message.' })
  kind!: MessageKind;

  @Field(() => Int, { description: 'Events in it, at most 500; 1 for a message of anything else.' })
  count!: number;

  @Field(() => WebhookMessageStateEnum, { description: 'How far it is.' })
  state!: WebhookMessageState;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When it is tried next; null: not by itself.',
  })
  nextAttemptAt!: Date | null;

  @Field(() => DateTimeScalar, { description: 'When attempts end.' })
  retryUntil!: Date;

  @Extensions({ listSize: 20 })
  @Field(() => [WebhookAttemptType], { description: 'The last 20, oldest first.' })
  attempts!: readonly WebhookAttempt[];

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: Date;
}

export const WebhookConnectionType = connectionOf('Webhook', 'webhooks', () => WebhookType);
export const WebhookMessageConnectionType = connectionOf(
  'WebhookMessage',
  'messages of a webhook',
  () => WebhookMessageType,
);

function problemsOfUrl(
  { url }: Partial<Pick<Webhook, 'url'>>,
  { config }: { readonly config: Pick<Config, 'allowsLoopbackWebhooks'> },
): ErrorDetails {
  if (url === undefined) return {};
  const problem = problemOfTarget(url, { allowsLoopback: config.allowsLoopbackWebhooks });
  return problem === null ? {} : { url: [problem] };
}
