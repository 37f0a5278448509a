import { useQuery } from '@tanstack/react-query';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { NewToken } from '../tokens/new-token';
import { TokenList } from '../tokens/token-list';
import { tokensQuery } from '../tokens/tokens';

/** Access tokens for programs of the person's own: made, shown once, listed, deleted. */
export function TokensPage() {
  const tokens = useQuery(tokensQuery);
  return (
    <>
      <PageHead title={t('account.accessTokens')} about={t('account.aTokenLetsAProgram')} />
      <Problem error={tokens.error} onRetry={() => void tokens.refetch()} />
      {tokens.data === undefined ? (
        tokens.isPending && <Loading />
      ) : (
        <>
          <NewToken scopes={tokens.data.scopes} />
          <TokenList tokens={tokens.data.personalAccessTokens} />
        </>
      )}
    </>
  );
}
