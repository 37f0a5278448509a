import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { useChange } from '../operator/use-change';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { formatTime } from '../parts/when';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import { Claims } from './claims';
import { OwnPassword } from './own-password';
import { type Payout, payoutQuery } from './payout';

const setDocument = graphql(`
  mutation SetPayoutAddress($address: String!, $password: String) {
    setPayoutAddress(address: $address, password: $password) {
      id
    }
  }
`);

const holdMs = 24 * 60 * 60 * 1000;

/** Where earnings go, and which addresses are shown to be the person's. */
export function PayoutAddress() {
  const payout = useQuery(payoutQuery);
  return (
    <section className="card" aria-labelledby="payout">
      <h2 id="payout">{t('account.payoutAddress')}</h2>
      <Problem error={payout.error} onRetry={() => void payout.refetch()} />
      {payout.data === undefined ? (
        payout.isPending && <Loading />
      ) : (
        <>
          <Now viewer={payout.data.viewer} />
          <AddressForm address={payout.data.viewer.payoutAddress} />
          <Claims payout={payout.data} />
        </>
      )}
    </section>
  );
}

function Now({ viewer }: { readonly viewer: Payout['viewer'] }) {
  const { payoutAddress, provenAddresses } = viewer;
  if (payoutAddress === null)
    return <p className="soft settings-about">{t('account.earningsWaitUntilYouSay')}</p>;
  const { payoutAddressChangedAt, emailChangedAt, secondFactorResetAt } = viewer;
  const holds = [payoutAddressChangedAt, emailChangedAt, secondFactorResetAt];
  const changes = holds.filter((at) => at !== null);
  const heldUntil = Math.max(0, ...changes.map((at) => new Date(at).getTime() + holdMs));
  return (
    <>
      <p className="settings-about">
        {t.rich(
          provenAddresses.includes(payoutAddress)
            ? 'account.paidAtProven'
            : 'account.paidAtUnproven',
          { mono, address: payoutAddress },
        )}
      </p>
      {heldUntil > Date.now() ? (
        <Alert color="yellow" mb="md" title={t('account.nothingIsPaidYet')}>
          {t('account.addressWasChanged', { time: formatTime(new Date(heldUntil).toISOString()) })}
        </Alert>
      ) : null}
    </>
  );
}

function AddressForm({ address }: { readonly address: string | null }) {
  const form = useForm({ initialValues: { address: '', password: '' } });
  const set = useChange({
    mutate: ({ address: to, password }: typeof form.values) =>
      request(setDocument, { address: to.trim(), password: password === '' ? null : password }),
    done: t('account.thePayoutAddressIsSet'),
    changes: [payoutQuery.queryKey, ['viewer']],
    onDone: () => {
      form.reset();
    },
  });
  return (
    <>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={set.error} />}
      <form
        onSubmit={form.onSubmit((values) => {
          set.mutate(values, {
            onError: (error) => {
              form.setErrors(fieldErrors(error));
            },
          });
        })}
      >
        <Stack gap="md">
          <div className="pair">
            <TextInput
              label={address === null ? t('account.address') : t('account.newAddress')}
              description={t('account.anAccountOfTheLedger')}
              autoComplete="off"
              required
              {...form.getInputProps('address')}
            />
            <OwnPassword {...form.getInputProps('password')} />
          </div>
          <Group>
            <Button type="submit" loading={set.isPending}>
              {address === null ? t('account.setAddress') : t('account.changeAddress')}
            </Button>
            {address === null ? null : (
              <span className="soft">{t('account.afterAChangeNothingIs')}</span>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}
