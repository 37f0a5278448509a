/** How a change has ended; `begun`: it is under way, or its process was ended in the middle. */
export const auditOutcomes = ['begun', 'done', 'failed'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

/** The kind of credential that came with a change; `command`: an operator's command line, `none`: no credential. */
export const auditCredentials = ['apiToken', 'browser', 'accessToken', 'command', 'none'] as const;
export type AuditCredential = (typeof auditCredentials)[number];

/** A member that a change named. */
export interface ChangedMember {
  readonly name: string;
  /** Null where it may be a secret, is long, or is an object. */
  readonly value: string | null;
  /** The value before the change; null where it is not known, or must not be told any more than `value`. */
  readonly before: string | null;
}

/** The object of the change, also of one that failed; null where nothing has an id. */
export interface AuditedObject {
  /** A GraphQL type: `Campaign`. */
  readonly objectKind: string | null;
  readonly objectId: string | null;
  /** The name of the object when it was changed; null where it has none, or none is known. */
  readonly objectName: string | null;
}

/** The party that asks for a change, and its address. */
export interface AuditActor {
  /** Null for commands, and where nobody has shown who he is. */
  readonly accountId: string | null;
  /** The account in whose place an operator acts; null: in his own. */
  readonly actingForId: string | null;
  readonly credential: AuditCredential;
  /** `jti` of an access token. */
  readonly tokenId: string | null;
  /** OAuth client of an access token. */
  readonly clientId: string | null;
  /** Name of the system user who ran the command. */
  readonly systemUser: string | null;
  /** /24 of IPv4, /48 of IPv6; null for commands. */
  readonly network: string | null;
}

/** A change that somebody asks for. */
export interface Change extends AuditActor, AuditedObject {
  /** A mutation (`updateCampaign`), or a command (`site approve`). */
  readonly operation: string;
  readonly members: readonly ChangedMember[];
}

/** One line of the audit log: who changed what, when, from where. */
export interface AuditEntry extends Change {
  readonly id: string;
  readonly at: Date;
  readonly outcome: AuditOutcome;
  /** Code of the error of what has failed. */
  readonly errorCode: string | null;
}

/** Which entries are looked for; null: any. */
export interface AuditFilter {
  /** The account that acted, or the account in whose place an operator acted. */
  readonly accountId: string | null;
  readonly operation: string | null;
  readonly objectId: string | null;
  readonly from: Date | null;
  /** Only those before it. */
  readonly to: Date | null;
}

/** A place in the log, which is read newest first. */
export type AuditPlace = Pick<AuditEntry, 'at' | 'id'>;

/** An entry as its reader is told of it. */
export interface ToldAuditEntry extends AuditEntry {
  /** Null for an account that the reader may not know, and for one without an email. */
  readonly actorEmail: string | null;
  readonly actingForEmail: string | null;
  /** True where the reader's request comes from the network of the entry. */
  readonly isReadersNetwork: boolean;
}

export interface AuditLogPage {
  readonly nodes: readonly AuditEntry[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export interface ToldAuditLogPage extends Pick<AuditLogPage, 'pageInfo'> {
  readonly nodes: readonly ToldAuditEntry[];
}
