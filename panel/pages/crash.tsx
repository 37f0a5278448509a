import { Button } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { RequestError } from '../graphql/request';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { NotFoundPage } from './not-found';

/** In the place of what cannot be shown. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  if (error instanceof RequestError && error.code === 'UNAUTHENTICATED') {
    const back = window.location.pathname + window.location.search;
    window.location.assign(`/auth/log-in?${new URLSearchParams({ return_to: back }).toString()}`);
    return null;
  }
  if (error instanceof RequestError && error.code === 'NOT_FOUND') return <NotFoundPage />;
  return (
    <>
      <PageHead title={t('shell.thisPageCannotBeShown')}>
        <Button onClick={reset}>{t('common.tryAgain')}</Button>
      </PageHead>
      <Problem error={error instanceof Error ? error : new Error(String(error))} />
    </>
  );
}
