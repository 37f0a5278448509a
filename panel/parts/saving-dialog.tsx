import { Modal, type ModalProps } from '@mantine/core';
import { t } from '../texts/texts';

interface SavingDialogProps extends Omit<ModalProps, 'closeButtonProps'> {
  /** True while the dialog saves. */
  readonly isBusy: boolean;
}

/**
 * A dialog that stays open while it saves: it tells there that it has not worked, and nobody takes what is under way for given up. Its
 * button to cancel is to be disabled meanwhile.
 */
export function SavingDialog({ isBusy, ...modal }: SavingDialogProps) {
  return (
    <Modal
      {...modal}
      closeOnEscape={!isBusy}
      closeOnClickOutside={!isBusy}
      closeButtonProps={{ 'aria-label': t('common.close'), disabled: isBusy }}
    />
  );
}
