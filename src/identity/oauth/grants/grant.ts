import type { Account } from '../../accounts/account';
import type { OAuthContext } from '../oauth.context';
import type { ClientWithSecret } from '../clients/client';
import type { Scope } from '../scopes';
import type { TokenRequest } from '../server/token-request';

/** The rights that a grant gives: an access token is made of them. */
export interface Issued {
  /** Whom the token acts for. */
  readonly account: Account;
  readonly scopes: readonly Scope[];
  /** The person's consent to the client; null where nobody was asked. */
  readonly authorizationId: string | null;
  /** null where the grant gives none. */
  readonly refreshToken: string | null;
}

/** One `grant_type` of the token endpoint. */
export interface Grant {
  readonly grantType: string;
  /** Parameters without which the request is `invalid_request`. */
  readonly required: readonly (keyof TokenRequest)[];
  /** True where clients without a secret may use the grant. */
  readonly allowsPublicClients: boolean;
  /** @throws {OAuthError} */
  issue(ctx: OAuthContext, client: ClientWithSecret, request: TokenRequest): Promise<Issued>;
}
