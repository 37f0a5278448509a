import { Alert, Button, Checkbox, Group } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { userRoles } from '../pages/users.search';
import { CodeToCopy } from '../parts/code-to-copy';
import { EmailInput } from '../parts/email-input';
import { Problem } from '../parts/problem';
import { t, wordOf } from '../texts/texts';

const inviteDocument = graphql(`
  mutation InviteAccount($email: String!, $roles: [Role!]!) {
    inviteAccount(email: $email, roles: $roles) {
      link
      isMailed
      account {
        id
        email
      }
    }
  }
`);

/** Makes an account for somebody, who sets the password where the link leads to. */
export function Invite() {
  const queryClient = useQueryClient();
  const form = useForm<{ email: string; roles: (typeof userRoles)[number][] }>({
    initialValues: { email: '', roles: ['advertiser', 'publisher'] },
  });
  const invite = useMutation({
    mutationFn: (values: typeof form.values) => request(inviteDocument, values),
    onSuccess: async () => {
      form.reset();
      await queryClient.invalidateQueries({ queryKey: ['users'] });
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  const made = invite.data?.inviteAccount;
  return (
    <section className="card" aria-labelledby="invite">
      <h2 id="invite">{t('operator.inviteSomebody')}</h2>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={invite.error} />}
      <form
        className="inline-form"
        onSubmit={form.onSubmit((values) => {
          invite.mutate(values);
        })}
      >
        <EmailInput label={t('common.email')} autoComplete="off" {...form.getInputProps('email')} />
        <Checkbox.Group label={t('common.roles')} {...form.getInputProps('roles')}>
          <Group gap="md" mih={36}>
            {userRoles.map((role) => (
              <Checkbox key={role} value={role} label={wordOf(role)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Button type="submit" loading={invite.isPending}>
          {t('operator.invite')}
        </Button>
      </form>
      {made === undefined ? null : (
        <Alert
          mt="md"
          role="status"
          title={t('operator.isInvited', { email: made.account.email ?? '' })}
        >
          <p>{made.isMailed ? t('operator.theLinkIsMailed') : t('operator.handTheLinkOver')}</p>
          <CodeToCopy text={made.link} label={t('operator.copyLink')} />
        </Alert>
      )}
    </section>
  );
}
