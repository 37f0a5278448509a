/** A part of a list of everybody's things: for operators. */
export interface AllParams {
  readonly first: number;
  readonly afterId?: string | null;
}

/** The most items of a list of everybody's things. */
export const mostOfAll = 100;

/** The part that a caller gets who asks for more. */
export const cutToMost = (all: AllParams): AllParams => ({
  ...all,
  first: Math.min(all.first, mostOfAll),
});
