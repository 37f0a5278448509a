import { Readable } from 'node:stream';
import type { FormFile } from '../../http/unnamed-files';

/** The text of a form's field in the shape of a file. Files come as promises. */
export function toTextFile(text: string): Promise<Pick<FormFile, 'createReadStream'>> {
  return Promise.resolve({ createReadStream: () => Readable.from([Buffer.from(text)]) });
}
