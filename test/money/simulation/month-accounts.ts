/** Advertisers of the month. */
export const advertiserIds = ['ad'.repeat(16), 'bd'.repeat(16)] as const;
/** The publisher of the month, who advertises on his own site, too. */
export const publisherId = 'cd'.repeat(16);
