/** Says which figures of an answer are complete. */
export interface Completeness {
  /** True where the figures say how often placements were asked for. */
  readonly hasRequests: boolean;
  /** True where the figures are of the whole server, with its answers; default: false. */
  readonly hasErrors?: boolean;
  /** From then on views and clicks are missing, because too many wait for their verdicts; null: all are counted. */
  readonly incompleteSince: Date | null;
}
