import { Alert } from '@mantine/core';
import { sentence } from '../parts/problem';
import { t } from '../texts/texts';
import type { Failure } from './do-with-each';

/** Tells one thing with which something has not worked, and why. */
export const tellFailure = ({ name, problem }: Failure): string =>
  t('list.nameProblem', { name, problem: sentence(problem) });

/** Things with which something has not worked, and why. */
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
      title={t('list.didNotWork')}
      withCloseButton
      closeButtonLabel={t('common.close')}
      onClose={onClose}
    >
      <ul className="reasons">
        {failures.map((failure) => (
          <li key={failure.id}>{tellFailure(failure)}</li>
        ))}
      </ul>
    </Alert>
  );
}
