import { listClients } from '../../identity/oauth/clients/client.service';
import { toClientJson } from './client-text';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';

export const clientList = defineCommand({
  name: 'client list',
  summary: 'Lists the OAuth clients, oldest first.',
  details: 'Secrets are not shown: nobody knows them but the clients.',
  options: { uri: uriOption },
  async run({ uri }, ctx) {
    const clients = await withServices({ uri }, ctx, listClients);
    const lines = clients.map(
      ({ id, name, isConfidential, scopes }) =>
        `${id}  ${name}${isConfidential ? '' : '  public'}  ${scopes.join(' ')}`,
    );
    return {
      text: lines.length === 0 ? 'no clients' : lines.join('\n'),
      json: { clients: clients.map(toClientJson) },
    };
  },
});
