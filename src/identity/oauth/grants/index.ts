import { authorizationCode } from './authorization-code';
import { clientCredentials } from './client-credentials';
import type { Grant } from './grant';
import { refreshToken } from './refresh-token';

/** Every grant type of the token endpoint by its name. */
export const grants: ReadonlyMap<string, Grant> = new Map(
  [authorizationCode, clientCredentials, refreshToken].map((grant) => [grant.grantType, grant]),
);
