import { clientCredentials } from './client-credentials';
import type { Grant } from './grant';

/** Every grant type of the token endpoint by its name. */
export const grants: ReadonlyMap<string, Grant> = new Map(
  [clientCredentials].map((grant) => [grant.grantType, grant]),
);
