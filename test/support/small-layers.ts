/** For all layers of roll-ups but the last: so little room that the facts of a test go through all of them. */
export const smallLayers: readonly number[] = [4, 8, 16];
