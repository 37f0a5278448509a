import { Skeleton } from '@mantine/core';
import { t } from '../texts/texts';

/** The place of what is on its way. */
export function Loading() {
  return (
    <div role="status" aria-label={t('common.loading')}>
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} height={44} mb="sm" />
      ))}
    </div>
  );
}
