import { listSigningKeys, rotateSigningKey } from '../../identity/oauth/tokens/token-key.service';
import { type TokenKey, tokenAlgorithms } from '../../identity/oauth/tokens/token-keys';
import { type Command, CommandError } from '../command';
import { serviceCommand } from '../service-command';

export const keyCommands: readonly Command[] = [
  serviceCommand({
    name: 'key list',
    summary: 'Lists the keys that verify access tokens, oldest first; the last one signs.',
    details:
      'Only key ids, algorithms and times are shown. What clients verify with is at /.well-known/jwks.json.',
    options: {},
    work: listSigningKeys,
    print: (keys) => ({ text: keys.map(toLine).join('\n'), json: { keys: keys.map(toKeyJson) } }),
  }),
  serviceCommand({
    name: 'key rotate',
    summary: 'Signs access tokens with a new key from now on.',
    details:
      'Running gateways take it up within 2 seconds. Older keys go on verifying until the last token that they may have signed has expired; with --end-others they stop at once.',
    options: {
      algorithm: {
        value: '<name>',
        description: `${tokenAlgorithms.join(' or ')}; default: that of the key before`,
        read: readAlgorithm,
      },
      'end-others': { description: 'a key got out: every access token that exists ends now' },
    },
    work: (services, { algorithm, 'end-others': endsOthers }) =>
      rotateSigningKey(services, { algorithm, endsOthers }),
    print: (key) => ({ text: `${key.keyId} signs from now on`, json: toKeyJson(key) }),
  }),
];

/** A key as `--json` prints it: nothing of the key itself. */
function toKeyJson({ keyId, algorithm, createdAt, verifiesUntil }: TokenKey) {
  return { keyId, algorithm, createdAt, verifiesUntil };
}

function toLine({ keyId, algorithm, createdAt, verifiesUntil }: TokenKey): string {
  const until = verifiesUntil === null ? 'signs' : `verifies until ${verifiesUntil.toISOString()}`;
  return `${keyId}  ${algorithm}  since ${createdAt.toISOString()}  ${until}`;
}

function readAlgorithm(text: string) {
  const algorithm = tokenAlgorithms.find((known) => known === text);
  if (!algorithm) throw new CommandError(`--algorithm must be ${tokenAlgorithms.join(' or ')}`, 2);
  return algorithm;
}
