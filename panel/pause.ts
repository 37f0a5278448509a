/** Resolves after so many milliseconds. */
export const pause = (ms: number): Promise<undefined> =>
  new Promise((resolve) => setTimeout(resolve, ms, undefined));
