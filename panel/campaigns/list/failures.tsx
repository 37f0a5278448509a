import { Alert } from '@mantine/core';
import { sentence } from '../../parts/problem';
import { t } from '../../texts/texts';
import type { Failure } from './do-with-each';

/** Campaigns with which something has not worked, and why. */
export function Failures({
  failures,
  onClose,
}: {
  readonly failures: readonly Failure[];
  readonly onClose: () => void;
}) {
  if (failures.length === 0) return null;
  return (
    <Alert
      color="red"
      role="alert"
      m="md"
      title={t('campaignList.didNotWork')}
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      <ul className="reasons">
        {failures.map(({ id, name, problem }) => (
          <li key={id}>{t('campaignList.nameProblem', { name, problem: sentence(problem) })}</li>
        ))}
      </ul>
    </Alert>
  );
}
