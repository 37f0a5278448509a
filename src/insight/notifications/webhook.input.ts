import { Field, ID, InputType } from 'type-graphql';
import { ParsedBy } from '../../platform/resources/parsed-by';
import type { WebhookKind } from './webhook';
import { parseNewWebhook, parseWebhookChanges } from './webhook-terms';
import { WebhookKindEnum } from './webhook.type';

const aboutUrl =
  'An https URL of at most 1024 characters that leads to a public address. Redirects are not followed.';

@ParsedBy(parseNewWebhook)
@InputType({ description: 'The webhook to make.' })
export class CreateWebhookInput {
  @Field(() => String, { description: aboutUrl })
  url!: string;

  @Field(() => [WebhookKindEnum], {
    description: 'Kinds of messages that the webhook gets, at least one.',
  })
  kinds!: readonly WebhookKind[];

  @Field(() => ID, {
    nullable: true,
    description: 'Only notices about this campaign of the viewer’s; default: about everything.',
  })
  campaignId?: string | null;
}

@ParsedBy(parseWebhookChanges)
@InputType({ description: 'Members of a webhook to change; an absent member stays as it is.' })
export class UpdateWebhookInput {
  @Field(() => String, { nullable: true, description: aboutUrl })
  url?: string;

  @Field(() => [WebhookKindEnum], { nullable: true, description: 'All that it is told.' })
  kinds?: readonly WebhookKind[];
}
