import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { t, wordOf } from '../texts/texts';
import { NextPage } from './next-page';
import { given } from './search';

interface ReviewListProps<Status extends string> {
  readonly statuses: readonly Status[];
  readonly status: Status;
  /** Where the page begins, in the address; absent: at the beginning. */
  readonly after: string | undefined;
  /** The last item, where more may follow. */
  readonly next: string | undefined;
  readonly onGo: (search: { readonly status?: string; readonly after?: string }) => void;
  readonly children: ReactNode;
}

/** A list that operators look through: of one status at a time, page by page. */
export function ReviewList<Status extends string>(props: ReviewListProps<Status>) {
  const { statuses, status, after, next, onGo, children } = props;
  return (
    <section className="card" data-flush>
      <div className="filters">
        <NativeSelect
          aria-label={t('common.status')}
          value={status}
          data={statuses.map((one) => ({ value: one, label: wordOf(one) }))}
          onChange={({ currentTarget }) => {
            onGo(given({ status: currentTarget.value }));
          }}
        />
      </div>
      {children}
      <NextPage
        isFirst={after === undefined}
        hasNext={next !== undefined}
        onFirst={() => {
          onGo(given({ status }));
        }}
        onNext={() => {
          onGo(given({ status, after: next }));
        }}
      />
    </section>
  );
}

/** The last item of a page that is full: more may follow. */
export const nextAfter = (
  list: readonly { readonly id: string }[] | undefined,
  pageSize: number,
): string | undefined => (list?.length === pageSize ? list.at(-1)?.id : undefined);
