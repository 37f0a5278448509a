import { Extensions, Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { connectionOf } from '../../platform/lists/connection.type';
import {
  kindsOfWebhooks,
  type Webhook,
  type WebhookAttempt,
  type WebhookKind,
  webhookKinds,
  type WebhookMessage,
  type WebhookMessageState,
  webhookMessageStates,
} from './webhook';

/** GraphQL's names hold no dots: `view.accepted` is spelled `view_accepted`. */
const nameOf = (kind: WebhookKind) => kind.replace('.', '_');

export const WebhookKindEnum: Readonly<Record<string, WebhookKind>> = Object.fromEntries(
  webhookKinds.map((kind) => [nameOf(kind), kind]),
);

registerEnumType(WebhookKindEnum, {
  name: 'WebhookKind',
  description:
    'A kind of messages to webhooks. Messages spell the first underscore as a dot: `view.accepted`.',
  valuesConfig: Object.fromEntries(
    kindsOfWebhooks.map(({ kind, meaning }) => [nameOf(kind), { description: meaning }]),
  ),
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

@ObjectType('Webhook', {
  description: 'Where an account is told of what happens (docs/webhooks.md).',
})
export class WebhookType
  implements Omit<Webhook, 'accountId' | 'secret' | 'formerSecret' | 'failures' | 'restsUntil'>
{
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Only of this campaign; null: of all that is the account’s.',
  })
  campaignId!: string | null;

  @Field(() => String, { description: 'Where messages are posted to.' })
  url!: string;

  @Extensions({ listSize: webhookKinds.length })
  @Field(() => [WebhookKindEnum], { description: 'Kinds of messages that the webhook gets.' })
  kinds!: readonly WebhookKind[];

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Until when messages are signed by the former secret, too; null: it was never changed.',
  })
  formerSecretUntil!: Date | null;

  @Field(() => Boolean, { description: 'True where the webhook gets messages.' })
  isEnabled!: boolean;

  @Field(() => String, { nullable: true, description: 'Why not; null while it is.' })
  disabledReason!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Since when it has taken nothing; null: it took the last message.',
  })
  failingSince!: Date | null;

  @Field(() => DateTimeScalar, { description: 'When it was made.' })
  createdAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When it was last changed.' })
  updatedAt!: Date;
}

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
  kind!: WebhookKind;

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
