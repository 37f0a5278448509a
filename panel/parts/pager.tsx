import { Pagination } from '@mantine/core';
import { t } from '../texts/texts';

const names = {
  first: t('common.firstPage'),
  previous: t('common.previousPage'),
  next: t('common.nextPage'),
  last: t('common.lastPage'),
} as const;

/** The pages of a list; nothing where there is one only, unless the page is one that is no more: there has to be a way back. */
export function Pager({
  last,
  page,
  onGo,
}: {
  readonly last: number;
  readonly page: number;
  readonly onGo: (page: number) => void;
}) {
  if (last <= 1 && page <= 1) return null;
  return (
    <div className="pages">
      <Pagination
        total={last}
        value={page}
        onChange={onGo}
        getControlProps={(control) => ({ 'aria-label': names[control] })}
        getItemProps={(to) => ({ 'aria-label': t('common.page', { number: to }) })}
      />
    </div>
  );
}
