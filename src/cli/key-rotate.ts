import { rotateSigningKey } from '../oauth/token-keys';
import { defineCommand } from './command';
import { uriOption } from './database';
import { toKeyJson } from './key-text';
import { withServices } from './services';

export const keyRotate = defineCommand({
  name: 'key rotate',
  summary: 'Signs access tokens with a new key from now on.',
  details:
    'Running gateways take it up within 2 seconds. Older keys go on verifying until the last token that they may have signed has expired; with --end-others they stop at once.',
  options: {
    'end-others': { description: 'a key got out: every access token that exists ends now' },
    uri: uriOption,
  },
  async run({ uri, 'end-others': endsOthers }, ctx) {
    const key = await withServices({ uri }, ctx, (services) =>
      rotateSigningKey(services, { endsOthers }),
    );
    return { text: `${key.keyId} signs from now on`, json: toKeyJson(key) };
  },
});
