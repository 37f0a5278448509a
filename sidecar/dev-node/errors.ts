/** What keeps the development node from starting, in one line that says what to do. */
export class DevNodeError extends Error {
  override readonly name = 'DevNodeError';
}
