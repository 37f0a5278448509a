import { rotateClientSecret } from '../../identity/oauth/clients/client.service';
import { describeMembers } from '../account/account-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const clientRotateSecret = defineCommand({
  name: 'client rotate-secret',
  summary: 'Gives an OAuth client a new secret.',
  details: 'The old one is worthless within 2 seconds; tokens that the client has go on.',
  arguments: [{ name: 'id', description: 'id of the client' }],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    const secret = await withServices({ uri }, ctx, (services) => rotateClientSecret(services, id));
    return {
      text: describeMembers({ id, secret: `${secret}  (shown this once)` }),
      json: { id, secret },
    };
  },
});
