import { Alert, Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { useChange } from '../operator/use-change';
import { Loading } from '../parts/loading';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { Claims } from './claims';
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
      <h2 id="payout">Payout address</h2>
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
  const { payoutAddress, payoutAddressChangedAt, emailChangedAt, provenAddresses } = viewer;
  if (payoutAddress === null)
    return <p className="soft settings-about">Earnings wait until you say where they go.</p>;
  const changes = [payoutAddressChangedAt, emailChangedAt].filter((at) => at !== null);
  const heldUntil = Math.max(0, ...changes.map((at) => new Date(at).getTime() + holdMs));
  return (
    <>
      <p className="settings-about">
        You are paid at <span className="mono">{payoutAddress}</span>,{' '}
        {provenAddresses.includes(payoutAddress)
          ? 'which is shown to be yours.'
          : 'which nobody has shown to be yours: check it digit by digit.'}
      </p>
      {heldUntil > Date.now() ? (
        <Alert color="yellow" mb="md" title="Nothing is paid yet">
          The address or your email was changed: payments wait until{' '}
          <When at={new Date(heldUntil).toISOString()} />. If it was not you, change your password
          and log out everywhere.
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
    done: 'The payout address is set.',
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
              label={address === null ? 'Address' : 'New address'}
              description="An account of the ledger, such as 0001-00000001-8B4E"
              autoComplete="off"
              required
              {...form.getInputProps('address')}
            />
            <PasswordInput
              label="Your password"
              description="Not needed within 10 minutes of the log-in"
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          </div>
          <Group>
            <Button type="submit" loading={set.isPending}>
              {address === null ? 'Set address' : 'Change address'}
            </Button>
            {address === null ? null : (
              <span className="soft">After a change nothing is paid for 24 hours.</span>
            )}
          </Group>
        </Stack>
      </form>
    </>
  );
}
