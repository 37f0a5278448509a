export const day = 24;
export const week = 168;

export interface WhySearch {
  /** Absent: a day. */
  readonly hours?: typeof week;
}

/** The time that the address names; what makes no sense is left out. */
export const readWhySearch = ({ hours }: Readonly<Record<string, unknown>>): WhySearch =>
  Number(hours) === week ? { hours: week } : {};
