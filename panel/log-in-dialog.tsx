import { Button, Group, Modal, Text } from '@mantine/core';
import { useOpenedLater } from './parts/when-opened';
import './styles/later.css';
import { t } from './texts/texts';

interface Person {
  readonly email: string | null;
}

interface LogInDialogProps {
  readonly isOpen: boolean;
  /** The person of the page. */
  readonly own: Person;
  /** The person who is logged in instead; null: nobody. */
  readonly other: Person | null;
}

/** Sends to the log-in; it cannot be closed. */
export function LogInDialog({ isOpen, own, other }: LogInDialogProps) {
  return (
    <Modal
      opened={useOpenedLater(isOpen)}
      onClose={() => undefined}
      withCloseButton={false}
      title={other ? t('shell.somebodyElseIsLoggedIn') : t('shell.youAreLoggedOut')}
    >
      <Text size="sm">
        {other
          ? t('shell.otherAccount', {
              other: other.email ?? t('shell.somebody'),
              own: own.email ?? t('shell.somebodyElse'),
            })
          : t('shell.logInAgainInA')}
      </Text>
      <Group justify="flex-end" mt="lg">
        {other ? (
          <Button component="a" href="/panel/" variant="default">
            {t('shell.leaveThisPage')}
          </Button>
        ) : null}
        <Button component="a" href="/auth/log-in?return_to=/panel/back" target="_blank">
          {t('shell.logIn')}
        </Button>
      </Group>
    </Modal>
  );
}
