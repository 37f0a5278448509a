import { rotateSigningKey } from '../../identity/oauth/tokens/token-key.service';
import { type TokenAlgorithm, tokenAlgorithms } from '../../identity/oauth/tokens/token-keys';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { toKeyJson } from './key-text';
import { withServices } from '../services';

export const keyRotate = defineCommand({
  name: 'key rotate',
  summary: 'Signs access tokens with a new key from now on.',
  details:
    'Running gateways take it up within 2 seconds. Older keys go on verifying until the last token that they may have signed has expired; with --end-others they stop at once.',
  options: {
    algorithm: {
      value: '<name>',
      description: `${tokenAlgorithms.join(' or ')}; default: that of the key before`,
    },
    'end-others': { description: 'a key got out: every access token that exists ends now' },
    uri: uriOption,
  },
  async run({ uri, algorithm: name, 'end-others': endsOthers }, ctx) {
    const algorithm = name === null ? null : parseAlgorithm(name);
    const key = await withServices({ uri }, ctx, (services) =>
      rotateSigningKey(services, { algorithm, endsOthers }),
    );
    return { text: `${key.keyId} signs from now on`, json: toKeyJson(key) };
  },
});

function parseAlgorithm(name: string): TokenAlgorithm {
  const algorithm = tokenAlgorithms.find((known) => known === name);
  if (!algorithm) throw new CommandError(`--algorithm must be ${tokenAlgorithms.join(' or ')}`, 2);
  return algorithm;
}
