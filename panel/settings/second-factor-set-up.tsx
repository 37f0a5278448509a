import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { QRCodeSVG } from 'qrcode.react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';

const confirmDocument = graphql(`
  mutation ConfirmSecondFactor($otp: String!) {
    confirmSecondFactor(otp: $otp)
  }
`);

/** A secret that waits for its first code. */
export interface SetUp {
  readonly secret: string;
  readonly uri: string;
}

/** Shows the secret to an authenticator app, and takes the first code of the app. */
export function SetUpForm({
  setUp: { secret, uri },
  onConfirmed,
}: {
  readonly setUp: SetUp;
  readonly onConfirmed: (codes: readonly string[]) => Promise<void>;
}) {
  const form = useForm({ initialValues: { otp: '' } });
  const confirm = useMutation({
    mutationFn: (values: typeof form.values) => request(confirmDocument, values),
    onSuccess: ({ confirmSecondFactor }) => onConfirmed(confirmSecondFactor),
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        confirm.mutate(values);
      })}
    >
      <Stack gap="md">
        <p className="settings-about">{t('factor.scan')}</p>
        <div className="deposit-way">
          <div className="deposit-texts">
            <h3 className="label">{t('factor.secret')}</h3>
            <CodeToCopy text={secret} label={t('factor.copySecret')} />
          </div>
          <div className="deposit-scan">
            <QRCodeSVG
              value={uri}
              size={176}
              marginSize={4}
              title={t('factor.secretAsQr')}
              role="img"
            />
          </div>
        </div>
        {Object.keys(form.errors).length > 0 ? null : <Problem error={confirm.error} />}
        <div className="pair">
          <TextInput
            label={t('factor.code')}
            description={t('factor.sixDigits')}
            autoComplete="one-time-code"
            inputMode="numeric"
            required
            {...form.getInputProps('otp')}
          />
        </div>
        <Group>
          <Button type="submit" loading={confirm.isPending}>
            {t('factor.turnOn')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
