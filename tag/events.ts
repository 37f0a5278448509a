import type { AdgateFilled } from './adgate';

/** Events of an ad that is shown. */
export interface AdEvents {
  /**
   * Tells the server of the view.
   *
   * @param seenMs for so long it was seen; absent: nobody has measured it
   * @returns the answer; null when there is none
   */
  readonly onView: (filled: AdgateFilled, seenMs?: number) => Promise<Response | null>;
  /** By a click of its link. */
  readonly onClick: (filled: AdgateFilled, event: MouseEvent) => void;
}
