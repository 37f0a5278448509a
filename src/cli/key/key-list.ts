import { listSigningKeys } from '../../identity/oauth/tokens/token-key.service';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { toKeyJson } from './key-text';
import { withServices } from '../services';

export const keyList = defineCommand({
  name: 'key list',
  summary: 'Lists the keys that verify access tokens, oldest first; the last one signs.',
  details:
    'Only key ids, algorithms and times are shown. What clients verify with is at /.well-known/jwks.json.',
  options: { uri: uriOption },
  async run({ uri }, ctx) {
    const keys = (await withServices({ uri }, ctx, listSigningKeys)).map(toKeyJson);
    const lines = keys.map(
      ({ keyId, algorithm, createdAt, verifiesUntil }) =>
        `${keyId}  ${algorithm}  since ${createdAt}  ${verifiesUntil === null ? 'signs' : `verifies until ${verifiesUntil}`}`,
    );
    return { text: lines.join('\n'), json: { keys } };
  },
});
