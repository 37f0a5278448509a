import { Stack, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Problem } from '../parts/problem';
import { SavingDialog } from '../parts/saving-dialog';
import { useFocusGivenBack } from '../parts/use-focus-given-back';
import { t } from '../texts/texts';

interface AskReasonProps {
  readonly title: string;
  readonly about: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onGive: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks for the words that somebody else will read; rendered while it asks. */
export function AskReason(props: AskReasonProps) {
  const { title, about, action, isBusy, error, onGive, onClose } = props;
  useFocusGivenBack();
  const [reason, setReason] = useState('');
  return (
    <SavingDialog
      {...{ title, action, isBusy, onClose }}
      color="red"
      onSubmit={() => {
        onGive(reason);
      }}
    >
      <Problem error={error} />
      <Stack gap="md">
        <Textarea
          label={t('operator.reason')}
          description={about}
          required
          maxLength={500}
          rows={3}
          data-autofocus
          value={reason}
          onChange={({ currentTarget }) => {
            setReason(currentTarget.value);
          }}
        />
      </Stack>
    </SavingDialog>
  );
}
