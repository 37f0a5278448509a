import { Pagination } from '@mantine/core';

/** The pages of a list; nothing where there is one only. */
export function Pager({
  last,
  page,
  onGo,
}: {
  readonly last: number;
  readonly page: number;
  readonly onGo: (page: number) => void;
}) {
  if (last <= 1) return null;
  return (
    <div className="pages">
      <Pagination
        total={last}
        value={page}
        onChange={onGo}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        getItemProps={(to) => ({ 'aria-label': `Page ${to}` })}
      />
    </div>
  );
}
