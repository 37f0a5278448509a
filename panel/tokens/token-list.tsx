import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { When } from '../parts/when';
import { t } from '../texts/texts';
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
      say(t('common.nameIsDeleted', { name: chosen?.name ?? t('account.theToken') }));
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
        <h2>{t('account.noTokensYet')}</h2>
        <p>{t('account.createOneAboveAndSend')}</p>
      </section>
    );
  return (
    <>
      <Problem error={revoke.error} />
      <section className="card" data-flush aria-labelledby="tokens">
        <h2 id="tokens" className="flush-title">
          {t('account.yourTokens')}
        </h2>
        <table className="table" aria-labelledby="tokens">
          <thead>
            <tr>
              <th scope="col">{t('common.name')}</th>
              <th scope="col">{t('common.may')}</th>
              <th scope="col">{t('account.lastUsed')}</th>
              <th scope="col">{t('account.ends')}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <tr key={token.id}>
                <td data-title>
                  <strong>{token.name}</strong>
                </td>
                <td data-label={t('common.may')}>
                  <span className="mono">{token.scopes.join(', ') || t('account.nothing')}</span>
                </td>
                <td data-label={t('account.lastUsed')}>
                  {token.lastUsedAt === null ? t('account.never') : <When at={token.lastUsedAt} />}
                </td>
                <td data-label={t('account.ends')}>
                  <When at={token.expiresAt} isDay />
                </td>
                <td data-title className="row-actions">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('common.deleteName', { name: token.name })}
                    onClick={() => setChosen(token)}
                  >
                    {t('common.delete')}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Confirm
        isOpen={chosen !== null}
        title={t('common.deleteQuestion', { name: chosen?.name ?? '' })}
        action={t('account.deleteToken')}
        isBusy={revoke.isPending}
        onConfirm={() => {
          if (chosen) revoke.mutate(chosen.id);
        }}
        onClose={() => setChosen(null)}
      >
        {t('account.programsThatUseItAre')}
      </Confirm>
    </>
  );
}
