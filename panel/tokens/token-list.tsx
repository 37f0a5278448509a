import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { When } from '../parts/when';
import { type Token, tokensQuery } from './tokens';

const revokeDocument = graphql(`
  mutation RevokeToken($id: ID!) {
    revokePersonalAccessToken(id: $id)
  }
`);

/** The tokens that are good, each to be deleted. */
export function TokenList({ tokens }: { readonly tokens: readonly Token[] }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<Token | null>(null);
  const revoke = useMutation({
    mutationFn: (id: string) => request(revokeDocument, { id }),
    onSuccess: async () => {
      say(`${chosen?.name ?? 'The token'} is deleted.`);
      setChosen(null);
      await queryClient.invalidateQueries(tokensQuery);
    },
    onError: () => {
      setChosen(null);
    },
  });
  if (tokens.length === 0)
    return (
      <section className="card empty">
        <h2>No tokens yet</h2>
        <p>Create one above, and send it with each request as “Authorization: Bearer …”.</p>
      </section>
    );
  return (
    <>
      <Problem error={revoke.error} />
      <section className="card" data-flush aria-labelledby="tokens">
        <h2 id="tokens" className="flush-title">
          Your tokens
        </h2>
        <table className="table" aria-labelledby="tokens">
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">May</th>
              <th scope="col">Last used</th>
              <th scope="col">Ends</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <tr key={token.id}>
                <td data-title>
                  <strong>{token.name}</strong>
                </td>
                <td data-label="May">
                  <span className="mono">{token.scopes.join(', ') || 'nothing'}</span>
                </td>
                <td data-label="Last used">
                  {token.lastUsedAt === null ? 'never' : <When at={token.lastUsedAt} />}
                </td>
                <td data-label="Ends">
                  <When at={token.expiresAt} isDay />
                </td>
                <td data-title className="row-actions">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Delete ${token.name}`}
                    onClick={() => setChosen(token)}
                  >
                    Delete
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Confirm
        isOpen={chosen !== null}
        title={`Delete “${chosen?.name ?? ''}”?`}
        action="Delete token"
        isBusy={revoke.isPending}
        onConfirm={() => {
          if (chosen) revoke.mutate(chosen.id);
        }}
        onClose={() => setChosen(null)}
      >
        Programs that use it are refused within two seconds. This cannot be taken back.
      </Confirm>
    </>
  );
}
