/** The beginning of the keys of all that a deposit or a withdrawal changes. */
export const walletKey = ['wallet'] as const;
