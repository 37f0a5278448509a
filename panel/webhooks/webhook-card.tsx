import { Badge, Button, Group, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { formatTime } from '../parts/when';
import { t } from '../texts/texts';
import { Deliveries } from './deliveries';
import { EditWebhook } from './edit-webhook';
import { SecretOnce } from './secret-once';
import { messagesQuery, spelled, type Webhook, webhooksQuery } from './webhooks';

const enableDocument = graphql(`
  mutation EnableWebhook($id: ID!) {
    enableWebhook(id: $id) {
      id
    }
  }
`);

const disableDocument = graphql(`
  mutation DisableWebhook($id: ID!) {
    disableWebhook(id: $id) {
      id
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(id: $id)
  }
`);

const rotateDocument = graphql(`
  mutation RotateWebhookSecret($id: ID!) {
    rotateWebhookSecret(id: $id) {
      secret
    }
  }
`);

const testDocument = graphql(`
  mutation SendTestWebhookMessage($id: ID!) {
    sendTestWebhookMessage(id: $id) {
      id
    }
  }
`);

/** A webhook: how it stands, what can be done with it, and its newest deliveries. */
export function WebhookCard({
  webhook,
  isOperator,
}: {
  readonly webhook: Webhook;
  readonly isOperator: boolean;
}) {
  const { id, url, kinds, isEnabled, disabledReason, failingSince, formerSecretUntil } = webhook;
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const [asked, setAsked] = useState<'edit' | 'delete' | 'rotate' | null>(null);
  const onSettled = () => queryClient.invalidateQueries(webhooksQuery);
  const turn = useMutation({
    mutationFn: async (on: boolean) => {
      await (on ? request(enableDocument, { id }) : request(disableDocument, { id }));
    },
    onSettled,
  });
  const test = useMutation({
    mutationFn: () => request(testDocument, { id }),
    onSuccess: async () => {
      say(t('webhooks.testIsOnItsWay'));
      await queryClient.invalidateQueries(messagesQuery(id));
    },
  });
  const remove = useMutation({
    mutationFn: () => request(deleteDocument, { id }),
    onSuccess: () => {
      say(t('webhooks.isDeleted'));
    },
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: () => request(rotateDocument, { id }),
    onSuccess: ({ rotateWebhookSecret }) => {
      setSecret(rotateWebhookSecret.secret);
    },
    onSettled: async () => {
      setAsked(null);
      await onSettled();
    },
  });
  return (
    <section className="card" aria-labelledby={`webhook-${id}`}>
      <Group justify="space-between" wrap="wrap">
        <h2 id={`webhook-${id}`} className="mono long">
          {url}
        </h2>
        <Switch
          label={t('webhooks.enabled')}
          aria-label={t('webhooks.nameIsEnabled', { name: url })}
          checked={isEnabled}
          disabled={turn.isPending}
          onChange={({ currentTarget: { checked } }) => {
            turn.mutate(checked);
          }}
        />
      </Group>
      <Problem error={errorOfLast(turn, test, remove, rotate)} />
      {disabledReason === null ? null : (
        <p className="bad">{t('webhooks.disabledBecause', { reason: disabledReason })}</p>
      )}
      {failingSince === null || !isEnabled ? null : (
        <p className="bad">{t('webhooks.failingSince', { at: formatTime(failingSince) })}</p>
      )}
      {formerSecretUntil !== null && Date.parse(formerSecretUntil) > Date.now() ? (
        <Text size="sm">
          {t('webhooks.formerSecretUntil', { at: formatTime(formerSecretUntil) })}
        </Text>
      ) : null}
      <Group gap="xs" my="sm">
        {kinds.map((kind) => (
          <Badge key={kind} variant="light" tt="none">
            {spelled(kind)}
          </Badge>
        ))}
      </Group>
      <Group gap="sm">
        <Button
          size="xs"
          disabled={!isEnabled}
          loading={test.isPending}
          onClick={() => {
            test.mutate();
          }}
        >
          {t('webhooks.sendTest')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsked('edit')}>
          {t('common.edit')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsked('rotate')}>
          {t('webhooks.newSecret')}
        </Button>
        <Button size="xs" variant="default" onClick={() => setAsked('delete')}>
          {t('common.delete')}
        </Button>
      </Group>
      <Deliveries webhookId={id} isEnabled={isEnabled} />
      {asked === 'edit' ? (
        <EditWebhook {...{ webhook, isOperator }} onClose={() => setAsked(null)} />
      ) : null}
      <SecretOnce secret={secret} onClose={() => setSecret(null)} />
      <Confirm
        isOpen={asked === 'delete'}
        title={t('common.deleteQuestion', { name: url })}
        action={t('webhooks.deleteWebhook')}
        isBusy={remove.isPending}
        onConfirm={() => {
          remove.mutate();
        }}
        onClose={() => setAsked(null)}
      >
        {t('webhooks.deleteAbout')}
      </Confirm>
      <Confirm
        isOpen={asked === 'rotate'}
        title={t('webhooks.newSecretQuestion')}
        action={t('webhooks.newSecret')}
        isBusy={rotate.isPending}
        onConfirm={() => {
          rotate.mutate();
        }}
        onClose={() => setAsked(null)}
      >
        {t('webhooks.newSecretAbout')}
      </Confirm>
    </section>
  );
}
