import { Alert, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { EmailInput } from '../parts/email-input';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { OwnPassword } from './own-password';
import { useSendsMail } from './sends-mail';

const requestDocument = graphql(`
  mutation RequestEmailChange($email: String!, $password: String) {
    requestEmailChange(email: $email, password: $password)
  }
`);

/** Another email to log in with: it counts once its owner has followed a link that is sent there. */
export function EmailChange() {
  const sendsMail = useSendsMail();
  return (
    <section className="card" aria-labelledby="email">
      <h2 id="email">{t('common.email')}</h2>
      {sendsMail === false ? (
        <p className="soft settings-about">{t('account.thisServerSendsNoMail')}</p>
      ) : (
        <EmailForm />
      )}
    </section>
  );
}

function EmailForm() {
  const form = useForm({ initialValues: { email: '', password: '' } });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const ask = useMutation({
    mutationFn: ({ email, password }: typeof form.values) =>
      request(requestDocument, { email, password: password === '' ? null : password }),
    onMutate: () => {
      setSentTo(null);
    },
    onSuccess: (_, { email }) => {
      form.reset();
      setSentTo(email.trim());
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        ask.mutate(values);
      })}
    >
      {Object.keys(form.errors).length > 0 ? null : <Problem error={ask.error} />}
      {sentTo === null ? null : (
        <Alert mb="md" role="status" title={t('account.lookIntoTheMail', { email: sentTo })}>
          {t('account.aLinkIsOnItsWay')}
        </Alert>
      )}
      <Stack gap="md">
        <div className="pair">
          <EmailInput
            label={t('account.newEmail')}
            description={t('account.weSendALinkThere')}
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <OwnPassword {...form.getInputProps('password')} />
        </div>
        <Group>
          <Button type="submit" loading={ask.isPending}>
            {t('account.changeEmail')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
