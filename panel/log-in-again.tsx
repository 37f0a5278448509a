import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { sessionEnded } from './session-ended';
import { t } from './texts/texts';
import { useViewer, viewerQuery } from './viewer';

/**
 * Stands before a page whose account is not logged in any more, until it is: when the session has ended, and when somebody
 * else has logged in in another tab. What was typed stays meanwhile, and is not sent as anybody else's.
 */
export function LogInAgain() {
  const isEnded = useSyncExternalStore(sessionEnded.subscribe, sessionEnded.get);
  const viewer = useViewer();
  const [first] = useState(viewer);
  const isOther = viewer.id !== first.id;
  useLookWhenSeen(isEnded);
  useOtherTabs(viewer.id);
  return (
    <Modal
      opened={isEnded || isOther}
      onClose={() => undefined}
      withCloseButton={false}
      title={isOther ? t('shell.somebodyElseIsLoggedIn') : t('shell.youAreLoggedOut')}
    >
      <Text size="sm">
        {isOther
          ? t('shell.otherAccount', {
              other: viewer.email ?? t('shell.somebody'),
              own: first.email ?? t('shell.somebodyElse'),
            })
          : t('shell.logInAgainInA')}
      </Text>
      <Group justify="flex-end" mt="lg">
        {isOther ? (
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

/** Asks for the viewer when the tab is seen again: the person may have logged in elsewhere. */
function useLookWhenSeen(isEnded: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isEnded) return undefined;
    const look = async () => {
      await queryClient.query({ ...viewerQuery, staleTime: 0 });
      sessionEnded.clear();
      await queryClient.invalidateQueries();
    };
    const onFocus = () => void look().catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => {
      window.removeEventListener('focus', onFocus);
    };
  }, [isEnded, queryClient]);
}

/** Tabs tell each other whose they are: another account in one is another in all. */
function useOtherTabs(id: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const tabs = new BroadcastChannel('adgate-account');
    tabs.onmessage = ({ data }) => {
      if (data !== id) void queryClient.invalidateQueries(viewerQuery);
    };
    tabs.postMessage(id);
    return () => {
      tabs.close();
    };
  }, [id, queryClient]);
}
