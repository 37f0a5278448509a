import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { graphql } from './graphql/graphql';
import { request } from './graphql/request';
import { Problem } from './parts/problem';
import { When } from './parts/when';
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
    <section className="acting" aria-label="You act for somebody">
      <p>
        <strong>You act for {email ?? id}.</strong> Every change is noted as yours. It ends at{' '}
        <When at={acting.endsAt} />.
      </p>
      <Button
        variant="white"
        size="xs"
        loading={stop.isPending}
        onClick={() => {
          stop.mutate();
        }}
      >
        Stop acting
      </Button>
      <Problem error={stop.error} />
    </section>
  );
}
