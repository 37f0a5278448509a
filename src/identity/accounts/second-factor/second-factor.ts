/** The second factor of an account, as it is stored. */
export interface SecondFactor {
  /** Base32. */
  readonly secret: string;
  /** Counter of the last code that was taken: no code up to it is good any more. */
  readonly lastCounter: number;
  /** Of the recovery codes that are left. */
  readonly recoveryHashes: readonly string[];
  readonly confirmedAt: Date;
}

/** A second factor whose first code has not been shown yet. */
export interface PendingSecondFactor {
  /** Base32. */
  readonly secret: string;
  readonly begunAt: Date;
}

/** The secret of a set-up, for its owner's authenticator app. */
export interface SecondFactorSetUp {
  readonly secret: string;
  readonly uri: string;
}
