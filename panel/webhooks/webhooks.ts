import { queryOptions } from '@tanstack/react-query';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { t } from '../texts/texts';

const webhooksDocument = graphql(`
  query Webhooks {
    webhooks(first: 10) {
      nodes {
        id
        url
        kinds
        isEnabled
        disabledReason
        failingSince
        formerSecretUntil
      }
    }
  }
`);

const messagesDocument = graphql(`
  query WebhookMessages($webhookId: ID!, $page: PositiveInt) {
    webhookMessages(webhookId: $webhookId, first: 20, page: $page) {
      totalCount
      nodes {
        id
        kind
        count
        state
        createdAt
        nextAttemptAt
        attempts {
          at
          status
          excerpt
          problem
        }
      }
    }
  }
`);

export type Webhook = ResultOf<typeof webhooksDocument>['webhooks']['nodes'][number];
export type Messages = ResultOf<typeof messagesDocument>['webhookMessages'];
export type Message = Messages['nodes'][number];
export type Kind = Webhook['kinds'][number];

const messagesOfPage = 20;
/** Deliveries take seconds: whoever asked for a test looks at the page. */
const lookEveryMs = 3_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: async ({ signal }) => (await request(webhooksDocument, {}, signal)).webhooks.nodes,
  refetchInterval: lookEveryMs,
});

/** The newest messages of a webhook. The list has its oldest first: its last page is read. */
export const messagesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId],
    queryFn: async ({ signal }) => {
      const first = await request(messagesDocument, { webhookId, page: 1 }, signal);
      const last = Math.ceil(first.webhookMessages.totalCount / messagesOfPage);
      if (last <= 1) return newestFirst(first.webhookMessages.nodes);
      const [before, end] = await Promise.all(
        [last - 1, last].map((page) => request(messagesDocument, { webhookId, page }, signal)),
      );
      const some = [before, end].flatMap((found) => found?.webhookMessages.nodes ?? []);
      return newestFirst(some).slice(0, messagesOfPage);
    },
    refetchInterval: lookEveryMs,
  });

const newestFirst = (messages: readonly Message[]): readonly Message[] => messages.toReversed();

/** The kinds of each group, as people choose them. */
export const kindGroups: readonly {
  readonly title: string;
  readonly isOperators?: true;
  readonly kinds: readonly { readonly kind: Kind; readonly label: string }[];
}[] = [
  {
    title: t('webhooks.ofEvents'),
    kinds: [
      { kind: 'view_accepted', label: t('webhooks.viewAccepted') },
      { kind: 'view_rejected', label: t('webhooks.viewRejected') },
      { kind: 'click_accepted', label: t('webhooks.clickAccepted') },
      { kind: 'click_rejected', label: t('webhooks.clickRejected') },
      { kind: 'conversion_accepted', label: t('webhooks.conversionAccepted') },
      { kind: 'conversion_rejected', label: t('webhooks.conversionRejected') },
    ],
  },
  {
    title: t('webhooks.ofCampaigns'),
    kinds: [
      { kind: 'campaign_budget_used', label: t('webhooks.budgetUsed') },
      { kind: 'campaign_suspended', label: t('webhooks.campaignSuspended') },
      { kind: 'creative_rejected', label: t('webhooks.creativeRejected') },
    ],
  },
  {
    title: t('webhooks.ofMoney'),
    kinds: [
      { kind: 'payment_sent', label: t('webhooks.paymentSent') },
      { kind: 'payment_confirmed', label: t('webhooks.paymentConfirmed') },
      { kind: 'deposit_booked', label: t('webhooks.depositBooked') },
    ],
  },
  {
    title: t('webhooks.ofServers'),
    isOperators: true,
    kinds: [
      { kind: 'peer_found', label: t('webhooks.peerFound') },
      { kind: 'peer_suspect', label: t('webhooks.peerSuspect') },
      { kind: 'peer_stopped', label: t('webhooks.peerStopped') },
      { kind: 'peer_unpaid', label: t('webhooks.peerUnpaid') },
    ],
  },
];

/** The kind as messages spell it. */
export const spelled = (kind: Kind): string => kind.replace('_', '.');
