import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import type { ReactNode, SyntheticEvent } from 'react';
import { t } from '../texts/texts';

interface SavingDialogProps extends Pick<ModalProps, 'size' | 'title' | 'onClose'> {
  /** Default: the dialog is drawn only while it is open. */
  readonly isOpen?: boolean;
  /** True while the dialog saves. */
  readonly isBusy: boolean;
  /** The verb on the button. */
  readonly action: string;
  /** The colour of the button. */
  readonly color?: 'red';
  readonly onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  /** Default: `onClose`. */
  readonly onCancel?: () => void;
  /** The fields of the form. */
  readonly children: ReactNode;
}

/**
 * A form in a dialog that stays open while it saves: it tells there that it has not worked, and nobody takes what is under way for
 * given up.
 */
export function SavingDialog({
  isOpen = true,
  isBusy,
  action,
  color,
  onClose,
  onSubmit,
  onCancel = onClose,
  children,
  ...modal
}: SavingDialogProps) {
  return (
    <Modal
      {...modal}
      opened={isOpen}
      onClose={onClose}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': t('common.close'), disabled: isBusy }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          // A form that the dialog is opened from is not sent.
          event.stopPropagation();
          onSubmit(event);
        }}
      >
        {children}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" disabled={isBusy} onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" {...(color && { color })} loading={isBusy}>
            {action}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
