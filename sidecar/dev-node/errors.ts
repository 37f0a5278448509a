/** A reason why the development node does not start, in one line that says how to mend it. */
export class DevNodeError extends Error {
  override readonly name = 'DevNodeError';
}
