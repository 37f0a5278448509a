import { createReadStream } from 'node:fs';
import { CommandError } from './command';
import { systemErrorCode } from './system-error';

/** A file with a longer one is no list. */
const maxLineLength = 100_000;

/** The lines of a text file, one by one. @throws {CommandError} for a file that is not there, a folder, and an endless line. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, { encoding: 'utf8' })) {
      const lines = `${rest}${String(chunk)}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLineLength)
        throw new CommandError(`${file} has a line of more than ${maxLineLength} characters`);
      yield* lines;
    }
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') throw new CommandError(`there is no file ${file}`, 1, { cause: error });
    if (code === 'EISDIR') throw new CommandError(`${file} is a folder`, 1, { cause: error });
    throw error;
  }
  yield rest;
}
