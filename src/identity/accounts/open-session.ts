import type { SessionKind } from '../access/viewer';

/** A session of an account that has not ended, as its owner is told of it. */
export interface OpenSession {
  /** 32 hex digits; of no use for logging in. */
  readonly id: string;
  readonly kind: SessionKind;
  readonly createdAt: Date;
  /** To about an hour. */
  readonly lastUsedAt: Date;
  /** Of the log-in, shortened; null for sessions of versions before. */
  readonly userAgent: string | null;
  /** /24 of IPv4, /48 of IPv6, of the log-in; null where it is not known. */
  readonly network: string | null;
  /** True for the session that asks. */
  readonly isThis: boolean;
}
