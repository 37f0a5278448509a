import { deleteClient } from '../../identity/oauth/clients/client.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const clientDelete = defineCommand({
  name: 'client delete',
  summary: 'Deletes an OAuth client.',
  details: 'All of its tokens and codes are worthless within 2 seconds.',
  arguments: [{ name: 'id', description: 'id of the client' }],
  options: { uri: uriOption },
  async run({ id, uri }, ctx) {
    await withServices({ uri }, ctx, (services) => deleteClient(services, id));
    return { text: `${id} is deleted`, json: { id } };
  },
});
