import { Button, Code, Group, Modal, Stack, Text } from '@mantine/core';
import { CopyButton } from '../parts/copy-button';
import { t } from '../texts/texts';

/** Shows the secret of a webhook: nobody can read it later. */
export function SecretOnce({
  secret,
  onClose,
}: {
  readonly secret: string | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={t('webhooks.secret')}
      size="lg"
      closeOnClickOutside={false}
    >
      {secret === null ? null : (
        <Stack gap="md">
          <Text size="sm">{t('webhooks.secretAbout')}</Text>
          <Code block className="secret" tabIndex={0}>
            {secret}
          </Code>
          <Group justify="flex-end">
            <CopyButton text={secret} label={t('webhooks.copySecret')} />
            <Button onClick={onClose}>{t('common.iHaveIt')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
