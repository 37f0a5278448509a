import { revokeTokenById } from '../../identity/oauth/tokens/revoke';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const tokenRevoke = defineCommand({
  name: 'token revoke',
  summary: 'Ends an access token, a personal one too, or all that came of an authorization.',
  details:
    'Every running gateway refuses it within 2 seconds. Whether there is such a token cannot be told: access tokens are not stored.',
  arguments: [{ name: 'id', description: '`jti` or `grant_id` of the token, 32 hex digits' }],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    await withServices({ uri }, ctx, (services) => revokeTokenById(services, id));
    return { text: `${id} is revoked`, json: { id } };
  },
});
