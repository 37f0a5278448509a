import type { Logger } from 'pino';
import type { Account } from './accounts/account';
import type { AccountStore } from './accounts/account.store';
import type { BidStrategyStore } from './bid-strategies/bid-strategy.store';
import type { CampaignStore } from './campaigns/campaign.store';
import type { Config } from './config';
import type { ClassificationStore } from './classifications/classification.store';
import type { ContentStore } from './contents/content.store';
import type { Turns } from './contents/turns';
import type { CreativeStore } from './creatives/creative.store';
import type { CreativeContents } from './creatives/creative-contents';
import type { EventLog } from './events/event-log';
import type { EventStore } from './events/event.store';
import type { AddressTable } from './events/address-table';
import type { SigningKey } from './keys/signing-key.store';
import type { LogInAttemptStore } from './accounts/log-in-attempt.store';
import type { LogInLimiter } from './accounts/log-in-limiter';
import type { MailLimiter } from './accounts/mail-limiter';
import type { MailTokenStore } from './accounts/mail-token.store';
import type { PasswordHasher } from './accounts/password-hasher';
import type { Mailer } from './mail/mailer';
import type { TokenKeyStore } from './keys/token-key.store';
import type { AuthorizationStore } from './oauth/authorization.store';
import type { ClientStore } from './oauth/client.store';
import type { OAuthMemory } from './oauth/memory';
import type { PersonalTokenStore } from './oauth/personal-token.store';
import type { RefreshTokenStore } from './oauth/refresh-token.store';
import type { RevocationStore } from './oauth/revocation.store';
import type { Scope } from './oauth/scopes';
import type { PlacementStore } from './placements/placement.store';
import type { CreationLimiter } from './serving/creation-limiter';
import type { CreativeResults } from './serving/creative-results';
import type { CreativeResultStore } from './serving/creative-result.store';
import type { Inventory } from './serving/inventory';
import type { SupplyDirectory } from './serving/supply-directory';
import type { VisitorMemory } from './serving/visitor-memory';
import type { ConversionStore } from './conversions/conversion.store';
import type { RecordedConversionStore } from './conversions/recorded-conversion.store';
import type { SiteStore } from './sites/site.store';
import type { CurrentTaxonomy } from './taxonomy/current-taxonomy';
import type { TaxonomyStore } from './taxonomy/taxonomy.store';
import type { UploadStore } from './uploads/upload.store';

/** Keys that sign what leaves the server; the first of a ring signs, all of it verify. */
export interface SigningKeys {
  readonly eventUrls: readonly SigningKey[];
  readonly trackingIds: readonly SigningKey[];
  readonly cursors: readonly SigningKey[];
  readonly refreshTokens: readonly SigningKey[];
}

/** All that a service may use of the outside: clock, randomness, storage, memory. One per process. */
export interface ServiceContext extends OAuthMemory {
  readonly config: Config;
  /** Origin of the URLs that leave the server, without a trailing slash. */
  readonly publicUrl: string;
  /** Origin of the URLs of creatives, without a trailing slash. */
  readonly serveUrl: string;
  readonly log: Logger;
  readonly now: () => Date;
  readonly randomBytes: (length: number) => Buffer;

  readonly accounts: AccountStore;
  readonly logInAttempts: LogInAttemptStore;
  readonly mailTokens: MailTokenStore;
  readonly campaigns: CampaignStore;
  readonly bidStrategies: BidStrategyStore;
  readonly creatives: CreativeStore;
  readonly contents: ContentStore;
  readonly classifications: ClassificationStore;
  readonly uploads: UploadStore;
  readonly sites: SiteStore;
  readonly placements: PlacementStore;
  readonly clients: ClientStore;
  readonly authorizations: AuthorizationStore;
  readonly refreshTokens: RefreshTokenStore;
  readonly personalTokens: PersonalTokenStore;
  readonly revocations: RevocationStore;
  readonly tokenKeyStore: TokenKeyStore;
  readonly events: EventStore;
  readonly creativeResultStore: CreativeResultStore;
  readonly taxonomies: TaxonomyStore;
  readonly conversions: ConversionStore;
  readonly recordedConversions: RecordedConversionStore;

  /** What is in force; another one after an import. */
  readonly taxonomy: CurrentTaxonomy;
  readonly signingKeys: SigningKeys;
  readonly eventLog: EventLog;
  readonly inventory: Inventory;
  readonly supplyDirectory: SupplyDirectory;
  readonly visitorMemory: VisitorMemory;
  readonly creativeResults: CreativeResults;
  readonly creativeContents: CreativeContents;
  /** In which uploads are decoded: few at once. */
  readonly contentTurns: Turns;
  readonly dataCentres: AddressTable;
  readonly logInLimiter: LogInLimiter;
  readonly mailLimiter: MailLimiter;
  readonly passwordHasher: PasswordHasher;
  /** null where the settings name no mail server. */
  readonly mailer: Mailer | null;
  readonly creationLimiter: CreationLimiter;
}

/** What proves who calls, and how much of what the account may do it allows. */
export type Credential =
  | {
      /** Of a session: allows all that the account may do. */
      readonly kind: 'apiToken';
      /** SHA-256 of the token, hex: what logging out ends. */
      readonly tokenHash: string;
    }
  | {
      readonly kind: 'accessToken';
      /** The token's `jti`. */
      readonly id: string;
      /** What a person allowed the token's client; null when nobody was asked. */
      readonly authorizationId: string | null;
      readonly scopes: readonly Scope[];
    };

/** Who calls: the account behind a valid token. */
export interface Viewer {
  readonly account: Account;
  readonly credential: Credential;
}

/** What the caller's HTTP request says of itself; never taken from arguments. */
export interface RequestFacts {
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A service context for one request. */
export interface RequestContext extends ServiceContext {
  readonly requestId: string;
  readonly request: RequestFacts;
  readonly viewer: Viewer | null;
  /** Whether what goes into the operation was held against the inputs' own rules before it runs. */
  readonly hasCheckedInputs: boolean;
}
