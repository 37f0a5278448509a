import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../texts/texts';
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
    <SavingDialog isBusy={isBusy} opened={isOpen} onClose={onClose} title={title}>
      <Problem error={error} />
      <Text size="sm">{children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </Group>
    </SavingDialog>
  );
}
