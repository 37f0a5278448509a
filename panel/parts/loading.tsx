import { Skeleton } from '@mantine/core';

/** The place of what is on its way. */
export function Loading() {
  return (
    <div role="status" aria-label="Loading">
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} height={44} mb="sm" />
      ))}
    </div>
  );
}
