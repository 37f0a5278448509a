import { Button } from '@mantine/core';
import { formatCount } from '../statistics/series';
import { t } from '../texts/texts';
import { deletionMs } from './use-deletion';

/** Says that things are going to be deleted, while it can be taken back. */
export function DeletionBar({
  count,
  onUndo,
  onCommit,
}: {
  readonly count: number;
  readonly onUndo: () => void;
  readonly onCommit: () => void;
}) {
  return (
    <div role="status">
      {count === 0 ? null : (
        <div className="list-bar" data-warning>
          <p>{t('list.willBeDeleted', { count, seconds: formatCount(deletionMs / 1_000) })}</p>
          <Button size="xs" onClick={onUndo}>
            {t('common.undo')}
          </Button>
          <Button size="xs" variant="default" onClick={onCommit}>
            {t('list.deleteNow')}
          </Button>
        </div>
      )}
    </div>
  );
}
