/** Cost of the figures of one time in an operation: all hours of their owners are read, which may be very many. */
export const readingCost = 4_000;
