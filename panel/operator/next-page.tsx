import { Button } from '@mantine/core';
import { t } from '../texts/texts';

/** The way through a list that goes on behind its last item; nothing where it is all there. */
export function NextPage({
  isFirst,
  hasNext,
  onFirst,
  onNext,
}: {
  readonly isFirst: boolean;
  readonly hasNext: boolean;
  readonly onFirst: () => void;
  readonly onNext: () => void;
}) {
  if (isFirst && !hasNext) return null;
  return (
    <div className="pages pages-steps">
      <Button variant="default" size="xs" disabled={isFirst} onClick={onFirst}>
        {t('common.toTheBeginning')}
      </Button>
      <Button variant="default" size="xs" disabled={!hasNext} onClick={onNext}>
        {t('common.next')}
      </Button>
    </div>
  );
}
