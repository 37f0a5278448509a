import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
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
        Act for this account
      </Button>
      {isAsking ? (
        <AskReason
          title={`Act for ${email ?? 'this account'}?`}
          about="For the audit log, which has each change that you make, too. It lasts an hour at most; passwords, tokens and where money goes stay the owner’s."
          action="Act for it"
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
