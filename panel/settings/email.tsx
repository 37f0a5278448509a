import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';

const sendsMailDocument = graphql(`
  query SendsMail {
    sendsMail
  }
`);

const requestDocument = graphql(`
  mutation RequestEmailChange($email: String!, $password: String) {
    requestEmailChange(email: $email, password: $password)
  }
`);

/** Another email to log in with: it counts once its owner has followed a link that is sent there. */
export function EmailChange() {
  const { data } = useQuery({
    queryKey: ['sends-mail'],
    queryFn: ({ signal }) => request(sendsMailDocument, {}, signal),
    staleTime: Infinity,
  });
  return (
    <section className="card" aria-labelledby="email">
      <h2 id="email">Email</h2>
      {data?.sendsMail === false ? (
        <p className="soft settings-about">
          This server sends no mail, so it cannot ask whether a new email is yours. Its operator can
          change yours.
        </p>
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
        <Alert mb="md" role="status" title={`Look into the mail of ${sentTo}`}>
          A link is on its way. Your email stays as it is until you follow it; then you are logged
          out everywhere, and nothing is paid to you for 24 hours.
        </Alert>
      )}
      <Stack gap="md">
        <div className="pair">
          <TextInput
            label="New email"
            description="We send a link there"
            type="email"
            autoComplete="email"
            maxLength={150}
            required
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Your password"
            description="Not needed within 10 minutes of the log-in"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </div>
        <Group>
          <Button type="submit" loading={ask.isPending}>
            Change email
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
