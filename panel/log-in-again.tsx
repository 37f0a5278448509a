import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazyRouteComponent } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadCode } from './load-code';
import { WhenOpened } from './parts/when-opened';
import { sessionEnded } from './session-ended';
import { useViewer, viewerQuery } from './viewer';

const LogInDialog = lazyRouteComponent(
  () => loadCode(() => import('./log-in-dialog')),
  'LogInDialog',
);

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
  const isOpen = isEnded || isOther;
  return (
    <WhenOpened isOpen={isOpen}>
      <LogInDialog isOpen={isOpen} own={first} other={isOther ? viewer : null} />
    </WhenOpened>
  );
}

/** Asks for the viewer once more: the person may have logged in elsewhere. */
async function lookAgain(queryClient: QueryClient): Promise<void> {
  await queryClient.query({ ...viewerQuery, staleTime: 0 });
  sessionEnded.clear();
  await queryClient.invalidateQueries();
}

function useLookWhenSeen(isEnded: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isEnded) return undefined;
    const onFocus = () => void lookAgain(queryClient).catch(() => undefined);
    window.addEventListener('focus', onFocus);
    return () => {
      window.removeEventListener('focus', onFocus);
    };
  }, [isEnded, queryClient]);
}

/** Tabs tell each other whose they are: another account in one is another in all, and a log-in in one is one in all. */
function useOtherTabs(id: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const tabs = new BroadcastChannel('adgate-account');
    tabs.onmessage = ({ data }) => {
      if (sessionEnded.get()) void lookAgain(queryClient).catch(() => undefined);
      else if (data !== id) void queryClient.invalidateQueries(viewerQuery);
    };
    tabs.postMessage(id);
    return () => {
      tabs.close();
    };
  }, [id, queryClient]);
}
