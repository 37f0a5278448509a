import { PasswordInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { t } from '../texts/texts';

/** Shows that it is the owner who changes something, where the log-in was a while ago. */
export function OwnPassword(input: GetInputPropsReturnType) {
  return (
    <PasswordInput
      label={t('account.yourPassword')}
      description={t('account.notNeededWithin10Minutes')}
      autoComplete="current-password"
      {...input}
    />
  );
}
