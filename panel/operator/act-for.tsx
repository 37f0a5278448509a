import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { t } from '../texts/texts';
import { AskReason } from './ask-reason';
import type { User } from './user';

const actDocument = graphql(`
  mutation ActForUser($id: ID!, $reason: String!) {
    actForAccount(id: $id, reason: $reason) {
      id
    }
  }
`);

/** Opens the panel as the user has it; nothing for those whom nobody acts for. */
export function ActFor({ user: { id, email, roles, suspendedReason } }: { readonly user: User }) {
  const [isAsking, setAsking] = useState(false);
  const act = useMutation({
    mutationFn: (reason: string) => request(actDocument, { id, reason }),
    onSuccess: () => {
      // Anew: nothing of the operator's stays in the page.
      window.location.assign('/panel/');
    },
  });
  if (roles.includes('operator') || suspendedReason !== null) return null;
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          setAsking(true);
        }}
      >
        {t('operator.actForThisAccount')}
      </Button>
      {isAsking ? (
        <AskReason
          title={t('operator.actForQuestion', { who: email ?? t('operator.thisAccount') })}
          about={t('operator.forTheAuditLogWhich')}
          action={t('operator.actForIt')}
          isBusy={act.isPending}
          error={act.error}
          onGive={act.mutate}
          onClose={() => {
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}
