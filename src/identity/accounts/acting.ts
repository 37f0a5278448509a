/** An operator's visit to somebody's account. */
export interface ActingVisit {
  readonly operatorEmail: string | null;
  /** When the session ends by itself. */
  readonly endsAt: Date;
}
