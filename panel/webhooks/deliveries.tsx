import { Button, Code, Modal, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { useFocusGivenBack } from '../parts/use-focus-given-back';
import { formatTime, When } from '../parts/when';
import { t } from '../texts/texts';
import { type Message, messagesQuery, spelled } from './webhooks';

const replayDocument = graphql(`
  mutation ReplayWebhookMessage($id: ID!) {
    replayWebhookMessage(id: $id) {
      id
    }
  }
`);

const bodyDocument = graphql(`
  query WebhookMessageBody($id: ID!) {
    webhookMessageBody(id: $id)
  }
`);

const stateTexts: Readonly<Record<Message['state'], string>> = {
  pending: t('webhooks.pending'),
  delivered: t('webhooks.delivered'),
  dead: t('webhooks.dead'),
};

/** The newest messages of a webhook, with what came of them; each can be looked at and sent again. */
export function Deliveries({
  webhookId,
  isEnabled,
}: {
  readonly webhookId: string;
  readonly isEnabled: boolean;
}) {
  const queryClient = useQueryClient();
  const messages = useQuery(messagesQuery(webhookId));
  const [opened, setOpened] = useState<Message | null>(null);
  // Answers come while the dialog is open.
  const shown = messages.data?.find(({ id }) => id === opened?.id) ?? opened;
  const replay = useMutation({
    mutationFn: (id: string) => request(replayDocument, { id }),
    onSuccess: async () => {
      say(t('webhooks.isSentAgain'));
      await queryClient.invalidateQueries(messagesQuery(webhookId));
    },
  });
  const heading = `deliveries-${webhookId}`;
  return (
    <>
      <h3 id={heading}>{t('webhooks.deliveries')}</h3>
      <Problem error={messages.error} onRetry={() => void messages.refetch()} />
      <Problem error={replay.error} />
      {messages.data === undefined && messages.isPending ? <Loading /> : null}
      {messages.data?.length === 0 ? <p className="none">{t('webhooks.noDeliveries')}</p> : null}
      {messages.data === undefined || messages.data.length === 0 ? null : (
        <table className="table" aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">{t('webhooks.message')}</th>
              <th scope="col">{t('webhooks.made')}</th>
              <th scope="col">{t('webhooks.state')}</th>
              <th scope="col">{t('webhooks.lastAnswer')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {messages.data.map((message) => (
              <tr key={message.id}>
                <td data-title>
                  <span className="mono">{spelled(message.kind)}</span>
                </td>
                <td data-label={t('webhooks.made')}>
                  <When at={message.createdAt} />
                </td>
                <td data-label={t('webhooks.state')}>{stateText(message)}</td>
                <td data-label={t('webhooks.lastAnswer')}>{lastAnswerOf(message)}</td>
                <td data-title className="row-actions">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('webhooks.lookAt', { id: message.id })}
                    onClick={() => setOpened(message)}
                  >
                    {t('webhooks.look')}
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    disabled={!isEnabled || replay.isPending}
                    aria-label={t('webhooks.sendNameAgain', { id: message.id })}
                    onClick={() => {
                      replay.mutate(message.id);
                    }}
                  >
                    {t('webhooks.sendAgain')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {shown === null ? null : <Delivery message={shown} onClose={() => setOpened(null)} />}
    </>
  );
}

function stateText({ state, nextAttemptAt, attempts }: Message): string {
  return state === 'pending' && nextAttemptAt !== null && attempts.length > 0
    ? t('webhooks.pendingUntil', { at: formatTime(nextAttemptAt) })
    : stateTexts[state];
}

function lastAnswerOf({ attempts }: Message): string {
  const last = attempts.at(-1);
  if (last === undefined) return t('webhooks.notTried');
  return last.problem ?? String(last.status ?? '');
}

/** A message with its request and every answer. */
function Delivery({
  message,
  onClose,
}: {
  readonly message: Message;
  readonly onClose: () => void;
}) {
  const { id, attempts } = message;
  useFocusGivenBack();
  const body = useQuery({
    queryKey: ['webhook message', id],
    queryFn: async ({ signal }) => (await request(bodyDocument, { id }, signal)).webhookMessageBody,
    staleTime: Infinity,
  });
  const requestText = ['webhook-id: ' + id, '', pretty(body.data ?? '')].join('\n');
  return (
    <Modal opened onClose={onClose} title={spelled(message.kind)} size="xl">
      <Stack gap="md">
        <Problem error={body.error} />
        <h3>{t('webhooks.request')}</h3>
        <Code block tabIndex={0}>
          {requestText}
        </Code>
        <h3>{t('webhooks.answers')}</h3>
        {attempts.length === 0 ? <p>{t('webhooks.notTried')}</p> : null}
        {attempts.map(({ at, status, excerpt, problem }) => (
          <div key={at}>
            <p>
              <When at={at} /> {problem ?? String(status ?? '')}
            </p>
            {excerpt === null || excerpt === '' ? null : (
              <Code block tabIndex={0}>
                {excerpt}
              </Code>
            )}
          </div>
        ))}
      </Stack>
    </Modal>
  );
}

function pretty(json: string): string {
  return json === '' ? '' : JSON.stringify(JSON.parse(json), null, 2);
}
