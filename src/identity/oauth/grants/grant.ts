import type { Account } from '../../accounts/account';
import type { OAuthContext } from '../oauth.context';
import type { ClientWithSecret } from '../clients/client';
import type { Scope } from '../scopes';
import type { TokenRequest } from '../server/token-request';

/** What a grant allows: an access token is made of it. */
export interface Issued {
  /** Whom the token acts for. */
  readonly account: Account;
  readonly scopes: readonly Scope[];
  /** What a person allowed the client; null when nobody was asked. */
  readonly authorizationId: string | null;
  /** null where the grant gives none. */
  readonly refreshToken: string | null;
}

/** One `grant_type` of the token endpoint. */
export interface Grant {
  readonly grantType: string;
  /** Parameters without which the request is `invalid_request`. */
  readonly required: readonly (keyof TokenRequest)[];
  /** Whether clients without a secret may use it. */
  readonly allowsPublicClients: boolean;
  /** @throws {OAuthError} */
  issue(ctx: OAuthContext, client: ClientWithSecret, request: TokenRequest): Promise<Issued>;
}
