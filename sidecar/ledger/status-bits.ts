/** The bits after a change. */
export type StatusChange = (before: number, bits: number) => number;

export const setBits: StatusChange = (before, bits) => (before | bits) >>> 0;
export const unsetBits: StatusChange = (before, bits) => (before & ~bits) >>> 0;
