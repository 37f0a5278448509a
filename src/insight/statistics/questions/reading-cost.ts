/** What figures of one time cost an operation: all hours of their owners are read, which may be very many. */
export const readingCost = 4_000;
