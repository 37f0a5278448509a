import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { request } from './graphql/request';
import { graphql } from './graphql/graphql';
import { sessionEnded } from './session-ended';
import { useViewer } from './viewer';

const whoAmI = graphql(`
  query WhoAmI {
    viewer {
      id
    }
  }
`);

/**
 * Asks for another log-in, in a tab of its own, when the session has ended: what was typed on the page stays. Who logs in
 * as somebody else starts anew.
 */
export function LogInAgain() {
  const isOpen = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.get);
  const { id } = useViewer();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isOpen) return undefined;
    const look = async () => {
      const { viewer } = await request(whoAmI, {});
      if (viewer.id !== id) window.location.assign('/panel/');
      sessionEnded.clear();
      await queryClient.invalidateQueries();
    };
    const onFocus = () => void look().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => {
      window.removeEventListener('focus', onFocus);
    };
  }, [isOpen, id, queryClient]);
  return (
    <Modal
      opened={isOpen}
      onClose={() => undefined}
      withCloseButton={false}
      title="You are logged out"
    >
      <Text size="sm">
        Log in again in a new tab, then come back: everything on this page stays as it is.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button component="a" href="/auth/log-in?return_to=/panel/back" target="_blank">
          Log in
        </Button>
      </Group>
    </Modal>
  );
}
