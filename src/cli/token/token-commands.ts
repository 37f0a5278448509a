import { revokeTokenById } from '../../identity/oauth/tokens/revoke';
import type { Command } from '../command';
import { readIdOf } from '../option-text';
import { serviceCommand } from '../service-command';

export const tokenCommands: readonly Command[] = [
  serviceCommand({
    name: 'token revoke',
    summary: 'Ends an access token, a personal one too, or all that came of an authorization.',
    details:
      'Every running gateway refuses it within 2 seconds. Whether there is such a token cannot be told: access tokens are not stored.',
    arguments: [
      {
        name: 'id',
        description: '`jti` or `grant_id` of the token, 32 hex digits',
        read: readIdOf('a token'),
      },
    ],
    options: {},
    work: (services, { id }) => revokeTokenById(services, id),
    print: (_revoked, { id }) => ({ text: `${id} is revoked`, json: { id } }),
  }),
];
