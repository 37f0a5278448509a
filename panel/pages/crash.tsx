import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { RequestError } from '../graphql/request';
import { isServerReached } from '../load-code';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { NotFoundPage } from './not-found';

const lookEveryMs = 3_000;

/** In the place of what cannot be shown. What the network has kept away comes by itself when it is back. */
export function CrashPage({ error }: ErrorComponentProps) {
  const [isLooking, setLooking] = useState(false);
  const code = error instanceof RequestError ? error.code : null;
  useEffect(() => {
    if (code !== 'NETWORK') return undefined;
    const look = () => void reloadIfReached();
    const timer = setInterval(look, lookEveryMs);
    window.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', look);
    };
  }, [code]);
  if (code === 'UNAUTHENTICATED') {
    const back = window.location.pathname + window.location.search;
    window.location.assign(`/auth/log-in?${new URLSearchParams({ return_to: back }).toString()}`);
    return null;
  }
  if (code === 'NOT_FOUND') return <NotFoundPage />;
  return (
    <>
      <PageHead title={t('shell.thisPageCannotBeShown')}>
        <Button
          loading={isLooking}
          onClick={() => {
            setLooking(true);
            void reloadIfReached().finally(() => {
              setLooking(false);
            });
          }}
        >
          {t('common.tryAgain')}
        </Button>
      </PageHead>
      <Problem error={error instanceof Error ? error : new Error(String(error))} />
    </>
  );
}

/**
 * As a whole: browsers may keep it in mind that a file of ours could not be loaded. Without a server the browser would
 * show a page of its own instead.
 */
async function reloadIfReached(): Promise<void> {
  if (await isServerReached()) window.location.reload();
}
