import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CopyButton } from '../parts/copy-button';
import { Facts } from '../parts/facts';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { EmailChange } from '../settings/email';
import { AccountHolder } from '../settings/holder';
import { Mails } from '../settings/mails';
import { PayoutAddress } from '../settings/payout-address';
import { SecondFactor } from '../settings/second-factor';
import { Sessions } from '../settings/sessions';
import { t, wordOf } from '../texts/texts';
import { useViewer } from '../viewer';

const passwordDocument = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      id
    }
  }
`);

/** The person's account here: the address for earnings, mails, email, password, and an end to all sessions. */
export function SettingsPage() {
  const { id, email, roles } = useViewer();
  const rows = [
    [t('common.email'), email],
    [t('common.roles'), roles.map(wordOf).join(', ')],
    [
      t('common.id'),
      <span key="id" className="mono">
        {id}
      </span>,
    ],
  ] as const;
  return (
    <>
      <PageHead title={t('account.settings')} />
      <section className="card" aria-labelledby="account">
        <h2 id="account">{t('account.account')}</h2>
        <Facts rows={rows} />
        <Group mt="md">
          <CopyButton text={id} label={t('account.copyTheId')} />
        </Group>
      </section>
      <AccountHolder />
      <PayoutAddress />
      <Mails />
      <EmailChange />
      <Password />
      <SecondFactor />
      <Sessions />
    </>
  );
}

function Password() {
  const form = useForm({ initialValues: { oldPassword: '', newPassword: '' } });
  const change = useMutation({
    mutationFn: (input: typeof form.values) => request(passwordDocument, { input }),
    onSuccess: () => {
      form.reset();
      say(t('account.yourNewPasswordIsSet'));
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">{t('account.password')}</h2>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={change.error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          change.mutate(values);
        })}
      >
        <Stack gap="md">
          <div className="pair">
            <PasswordInput
              label={t('account.passwordNow')}
              description={t('account.thatYouLogInWith')}
              autoComplete="current-password"
              required
              {...form.getInputProps('oldPassword')}
            />
            <PasswordInput
              label={t('account.newPassword')}
              description={t('account.passwordRule')}
              autoComplete="new-password"
              required
              {...form.getInputProps('newPassword')}
            />
          </div>
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t('account.changePassword')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
