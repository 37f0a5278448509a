import { createHash } from 'node:crypto';

/** The state of a thing, as a subscription tells it. Its revision is the id of the event that tells the state. */
export interface Resumable {
  /** The same for the same content: a reader who has seen the revision is not told of it again. */
  readonly revision: string;
}

/** The revision of a content that is made of JSON values alone. */
export function revisionOf(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}
