/** The state of a thing, as a subscription tells it. Its revision is the id of the event that tells the state. */
export interface Resumable {
  /** The same for the same content: who has seen it needs it no more. */
  readonly revision: string;
}
