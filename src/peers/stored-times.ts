/** Other servers store times as whole seconds in 32 bits. */
export const firstSecond = new Date('1970-01-01T00:00:01Z');
export const lastSecond = new Date('2038-01-19T03:14:07Z');
