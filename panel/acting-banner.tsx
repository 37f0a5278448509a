import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { graphql } from './graphql/graphql';
import { request } from './graphql/request';
import { Problem } from './parts/problem';
import { formatTime } from './parts/when';
import { t } from './texts/texts';
import { useViewer } from './viewer';

const stopDocument = graphql(`
  mutation StopActing {
    stopActing {
      id
    }
  }
`);

/** Over every page while an operator acts for somebody. */
export function ActingBanner() {
  const { id, email, acting } = useViewer();
  const stop = useMutation({
    mutationFn: () => request(stopDocument, {}),
    onSuccess: () => {
      // Anew: nothing of this account stays in the page.
      window.location.assign(`/panel/operator/users/${id}`);
    },
  });
  if (acting === null) return null;
  return (
    <section className="acting" aria-label={t('shell.youActForSomebody')}>
      <p>
        <strong>{t('shell.youActFor', { who: email ?? id })}</strong>{' '}
        {t('shell.actingEnds', { time: formatTime(acting.endsAt) })}
      </p>
      <Button
        variant="white"
        size="xs"
        loading={stop.isPending}
        onClick={() => {
          stop.mutate();
        }}
      >
        {t('shell.stopActing')}
      </Button>
      <Problem error={stop.error} />
    </section>
  );
}
