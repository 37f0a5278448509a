/** What a cache of this process has done since the start, and what is in it. */
export interface CacheFigures {
  /** What it was asked for and had. */
  readonly hits: number;
  /** What had to be read for it. */
  readonly misses: number;
  readonly entries: number;
}
