import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from './form-problems';
import { graphql } from './graphql/graphql';
import { request } from './graphql/request';
import { Problem } from './parts/problem';
import { useOpenedLater } from './parts/when-opened';
import { secondFactorAsked } from './second-factor-asked';
import './styles/later.css';
import { t } from './texts/texts';

const proveDocument = graphql(`
  mutation ProveSecondFactor($otp: String!) {
    proveSecondFactor(otp: $otp)
  }
`);

/** The question for a code. */
export function SecondFactorDialog({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <Modal
      opened={useOpenedLater(isOpen)}
      onClose={() => {
        secondFactorAsked.answer(false);
      }}
      title={t('factor.aCodePlease')}
    >
      <CodeForm />
    </Modal>
  );
}

function CodeForm() {
  const form = useForm({ initialValues: { otp: '' } });
  const prove = useMutation({
    mutationFn: (values: typeof form.values) => request(proveDocument, values),
    onSuccess: () => {
      secondFactorAsked.answer(true);
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        prove.mutate(values);
      })}
    >
      <Stack gap="md">
        {Object.keys(form.errors).length > 0 ? null : <Problem error={prove.error} />}
        <Text size="sm">{t('factor.whatItIsFor')}</Text>
        <TextInput
          label={t('factor.code')}
          description={t('factor.codeOrRecovery')}
          autoComplete="one-time-code"
          data-autofocus
          required
          {...form.getInputProps('otp')}
        />
        <Group justify="flex-end">
          <Button
            variant="default"
            onClick={() => {
              secondFactorAsked.answer(false);
            }}
          >
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={prove.isPending}>
            {t('factor.goOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
