import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { isMisbehaviourName, misbehaviourNames } from './index';
import type { MisbehavingLedger } from './misbehaving-ledger';

/** Does what each line of the input names, and says what has become of it. */
export function obeyCommands(
  input: Readable,
  {
    misbehave,
    say,
  }: Pick<MisbehavingLedger, 'misbehave'> & { readonly say: (message: string) => void },
): void {
  createInterface({ input }).on('line', (line) => {
    const name = line.trim();
    if (isMisbehaviourName(name))
      say(misbehave(name) ? `misbehaved: ${name}` : `there was nothing to do for ${name}`);
    else if (name !== '') say(`"${name}" is not one of ${misbehaviourNames.join(', ')}`);
  });
}
