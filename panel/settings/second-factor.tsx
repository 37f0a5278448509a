import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { Loading } from '../parts/loading';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { t } from '../texts/texts';
import { useViewer } from '../viewer';
import { OwnPassword } from './own-password';
import { type SetUp, SetUpForm } from './second-factor-set-up';

const factorDocument = graphql(`
  query SecondFactor {
    viewer {
      hasSecondFactor
      recoveryCodesLeft
    }
  }
`);

const beginDocument = graphql(`
  mutation BeginSecondFactor($password: String) {
    beginSecondFactor(password: $password) {
      secret
      uri
    }
  }
`);

const renewDocument = graphql(`
  mutation RenewRecoveryCodes($password: String) {
    renewRecoveryCodes(password: $password)
  }
`);

const offDocument = graphql(`
  mutation TurnOffSecondFactor($password: String) {
    turnOffSecondFactor(password: $password) {
      id
    }
  }
`);

const factorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => (await request(factorDocument, {}, signal)).viewer,
});

/** Codes of an authenticator app beside the password: set up, changed, turned off. */
export function SecondFactor() {
  // It is its owner's alone.
  const isOwner = useViewer().acting === null;
  const queryClient = useQueryClient();
  const factor = useQuery({ ...factorQuery, enabled: isOwner });
  const [setUp, setSetUp] = useState<SetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (!isOwner) return null;
  const show = async (made: readonly string[] | null) => {
    setSetUp(null);
    setCodes(made);
    await queryClient.invalidateQueries(factorQuery);
  };
  return (
    <section className="card" aria-labelledby="second-factor">
      <h2 id="second-factor">{t('factor.secondFactor')}</h2>
      <Problem error={factor.error} onRetry={() => void factor.refetch()} />
      {codes === null ? null : <RecoveryCodes codes={codes} />}
      {factor.data === undefined ? (
        factor.isPending && <Loading />
      ) : factor.data.hasSecondFactor ? (
        <TurnedOn left={factor.data.recoveryCodesLeft ?? 0} onChanged={show} />
      ) : setUp === null ? (
        <Begin onBegun={setSetUp} />
      ) : (
        <SetUpForm setUp={setUp} onConfirmed={show} />
      )}
    </section>
  );
}

const asGiven = (password: string) => (password === '' ? null : password);

function Begin({ onBegun }: { readonly onBegun: (setUp: SetUp) => void }) {
  const form = useForm({ initialValues: { password: '' } });
  const begin = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      request(beginDocument, { password: asGiven(password) }),
    onSuccess: ({ beginSecondFactor }) => {
      onBegun(beginSecondFactor);
    },
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        begin.mutate(values);
      })}
    >
      <Stack gap="md">
        <p className="soft settings-about">{t('factor.about')}</p>
        {Object.keys(form.errors).length > 0 ? null : <Problem error={begin.error} />}
        <div className="pair">
          <OwnPassword {...form.getInputProps('password')} />
        </div>
        <Group>
          <Button type="submit" loading={begin.isPending}>
            {t('factor.setUp')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function TurnedOn({
  left,
  onChanged,
}: {
  readonly left: number;
  readonly onChanged: (codes: readonly string[] | null) => Promise<void>;
}) {
  const form = useForm({ initialValues: { password: '' } });
  const onError = (error: Error) => {
    form.setErrors(fieldErrors(error));
  };
  const renew = useMutation({
    mutationFn: () => request(renewDocument, { password: asGiven(form.values.password) }),
    onSuccess: ({ renewRecoveryCodes }) => onChanged(renewRecoveryCodes),
    onError,
  });
  const off = useMutation({
    mutationFn: () => request(offDocument, { password: asGiven(form.values.password) }),
    onSuccess: async () => {
      say(t('factor.isOff'));
      await onChanged(null);
    },
    onError,
  });
  const isBusy = renew.isPending || off.isPending;
  return (
    <Stack gap="md">
      <p className="settings-about">{t('factor.isOnWith', { left: String(left) })}</p>
      {Object.keys(form.errors).length > 0 ? null : <Problem error={errorOfLast(renew, off)} />}
      <div className="pair">
        <OwnPassword {...form.getInputProps('password')} />
      </div>
      <Group>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => {
            renew.mutate();
          }}
        >
          {t('factor.otherRecoveryCodes')}
        </Button>
        <Button
          variant="default"
          disabled={isBusy}
          onClick={() => {
            off.mutate();
          }}
        >
          {t('factor.turnOff')}
        </Button>
      </Group>
    </Stack>
  );
}

function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <Alert color="yellow" mb="md" title={t('factor.yourRecoveryCodes')}>
      <Stack gap="md">
        <Text size="sm">{t('factor.recoveryCodesAbout')}</Text>
        <CodeToCopy text={text} label={t('factor.copyRecoveryCodes')} />
        <Group>
          <Button
            component="a"
            variant="default"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
            download="adgate-recovery-codes.txt"
          >
            {t('factor.saveRecoveryCodes')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
