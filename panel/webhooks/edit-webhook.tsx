import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { SavingDialog } from '../parts/saving-dialog';
import { say } from '../parts/status';
import { useFocusGivenBack } from '../parts/use-focus-given-back';
import { t } from '../texts/texts';
import { WebhookFields, type WebhookValues } from './webhook-fields';
import { type Webhook, webhooksQuery } from './webhooks';

const updateDocument = graphql(`
  mutation UpdateWebhook($id: ID!, $input: UpdateWebhookInput!) {
    updateWebhook(id: $id, input: $input) {
      id
    }
  }
`);

interface EditWebhookProps {
  readonly webhook: Webhook;
  readonly isOperator: boolean;
  readonly onClose: () => void;
}

/** Changes the address and the kinds of a webhook; its secret and its deliveries stay. */
export function EditWebhook({
  webhook: { id, url, kinds },
  isOperator,
  onClose,
}: EditWebhookProps) {
  useFocusGivenBack();
  const queryClient = useQueryClient();
  const form = useForm<WebhookValues>({ initialValues: { url, kinds: [...kinds] } });
  const save = useMutation({
    mutationFn: (values: WebhookValues) =>
      request(updateDocument, { id, input: { url: values.url.trim(), kinds: values.kinds } }),
    onSuccess: async () => {
      say(t('webhooks.isChanged'));
      // Opened again, it has the new values.
      await queryClient.invalidateQueries(webhooksQuery);
      onClose();
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <SavingDialog
      isBusy={save.isPending}
      title={t('webhooks.editWebhook')}
      size="lg"
      action={t('common.save')}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => {
        save.mutate(values);
      })}
    >
      {Object.keys(form.errors).length > 0 ? null : <Problem error={save.error} />}
      <Stack gap="md">
        <WebhookFields form={form} isOperator={isOperator} />
      </Stack>
    </SavingDialog>
  );
}
