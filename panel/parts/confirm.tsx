import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './problem';
import { SavingDialog } from './saving-dialog';

interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  readonly isBusy: boolean;
  /** Why it has not worked, where the question stays open then. */
  readonly error?: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm(props: ConfirmProps) {
  const { isOpen, title, children, action, isBusy, error = null, onConfirm, onClose } = props;
  return (
    <SavingDialog {...{ isOpen, isBusy, title, action, onClose }} color="red" onSubmit={onConfirm}>
      <Problem error={error} />
      <Text size="sm">{children}</Text>
    </SavingDialog>
  );
}
