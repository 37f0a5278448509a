import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { SecretOnce } from './secret-once';
import { WebhookFields, type WebhookValues } from './webhook-fields';
import { webhooksQuery } from './webhooks';

const createDocument = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
    }
  }
`);

/** Makes a webhook, and shows its secret this once. */
export function NewWebhook({ isOperator }: { readonly isOperator: boolean }) {
  const queryClient = useQueryClient();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<WebhookValues>({ initialValues: { url: '', kinds: [] } });
  const create = useMutation({
    mutationFn: ({ url, kinds }: WebhookValues) =>
      request(createDocument, { input: { url: url.trim(), kinds } }),
    onSuccess: async ({ createWebhook }) => {
      setSecret(createWebhook.secret);
      form.reset();
      await queryClient.invalidateQueries(webhooksQuery);
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <section className="card" aria-labelledby="new-webhook">
      <h2 id="new-webhook">{t('webhooks.newWebhook')}</h2>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={create.error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          create.mutate(values);
        })}
      >
        <Stack gap="md">
          <WebhookFields form={form} isOperator={isOperator} />
          <Group>
            <Button type="submit" loading={create.isPending}>
              {t('webhooks.createWebhook')}
            </Button>
          </Group>
        </Stack>
      </form>
      <SecretOnce secret={secret} onClose={() => setSecret(null)} />
    </section>
  );
}
