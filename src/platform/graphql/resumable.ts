/** What a subscription tells: how something stands. Its revision is the id of the event that tells it. */
export interface Resumable {
  /** The same for the same content: who has seen it needs it no more. */
  readonly revision: string;
}
