import { resolve } from 'node:path';
import { z } from 'zod';
import type { Amount } from './amount';
import type { Classifiers } from './demand/classifications/classifier';
import { likeliestName } from './likeliest-name';
import { type logLevels, settings } from './settings';

/** A setting that the process cannot start with; `message` is one line that says what to do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

const environment = z.object(settings);
const mebibyte = 2 ** 20;

export interface Config {
  /** 0 lets the system pick one. */
  readonly port: number;
  readonly host: string;
  /** An idle connection is kept for so long. A proxy in front lets go sooner: what it sends meanwhile is lost. */
  readonly keepAliveMs: number;
  /** Processes that share the port; null: as many as the program thinks best. */
  readonly workers: number | null;
  /** Origin of every URL that leaves the server, without a trailing slash; null: derived from the listening address. */
  readonly publicUrl: string | null;
  /** Origin of the URLs of creatives, without a trailing slash; null: the public one. */
  readonly serveUrl: string | null;
  readonly dataFolder: string;
  /** Where the bytes of creatives are; null: in the database. */
  readonly contentFolder: string | null;
  readonly hasDemo: boolean;
  /** null: the embedded database in `dataFolder`. */
  readonly mongodbUri: string | null;
  /** This server's account on the ledger: `demandServer` and `supplyServer` of every creative it offers. */
  readonly ledgerAddress: string;
  /** Whether `npm start` runs a ledger of its own: a node, a relay and a wallet. */
  readonly hasDevLedger: boolean;
  /** Whether an unknown account address in a find makes a publisher. */
  readonly allowsAutomaticPublishers: boolean;
  /** Whether new sites show nothing until the operator approves them. */
  readonly requiresSiteApproval: boolean;
  /** Origins that may call `/auth`, `/api` and `/graphql` from a browser. */
  readonly allowedOrigins: readonly string[];
  /** What uploaded documents may load from outside. */
  readonly documentOrigins: readonly string[];
  /** Services that may post what they think of creatives, by name. */
  readonly classifiers: Classifiers;
  /** Addresses whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Ranges whose traffic counts as data-centre traffic, beside the built-in ones. */
  readonly dataCentreRanges: readonly string[];
  /** Lower-case name of the header in which the proxy tells a visitor's country; null: none does. */
  readonly countryHeader: string | null;
  /** What active campaigns must reach, in USD: an hour's budget, a price for 1,000 impressions, a conversion's worth. */
  readonly campaignMinimums: {
    readonly hourlyBudget: Amount;
    readonly cpm: Amount;
    readonly conversionValue: Amount;
  };
  /** How far the funds of accounts may go below 0 that nobody has set a limit for, in coins; null: as far as they like. */
  readonly defaultCredit: Amount | null;
  /** How the ledger is reached; null: this gateway pays nobody. */
  readonly ledgerUrls: { readonly walletUrl: string; readonly relayUrl: string } | null;
  readonly payouts: {
    /** Earnings that are paid without waiting for 30 days: 10^-11 coins. */
    readonly least: Amount;
    /** What is paid on one day (UTC) at most: 10^-11 coins; null: anything. */
    readonly dailyLimit: Amount | null;
    /** Whether earnings are paid before their hours are final. */
    readonly arePartHoursPaid: boolean;
  };
  /** How long a find waits for the money of what it offers. */
  readonly findWaitMs: number;
  /** Where it is read what a coin is worth; null: an operator says it. */
  readonly rateUrl: string | null;
  /** Hours for which a rate is good after it was set. */
  readonly rateMaxAgeHours: number;
  /** By what events are judged, and what is kept of their charges. */
  readonly verification: {
    /** Basis points of each charge. */
    readonly demandFee: number;
    readonly supplyFee: number;
    readonly limits: {
      /** Accepted cases of one advertiser in a clock hour; 0: as many as there are. */
      readonly cases: { readonly visitor: number; readonly network: number; readonly site: number };
      readonly leastViewMs: number;
    };
  };
  /** What an account may store. */
  readonly caps: {
    readonly campaigns: number;
    readonly creativesPerCampaign: number;
    readonly sites: number;
    /** Of hosts that nobody has claimed. */
    readonly unclaimedSites: number;
    readonly placementsPerSite: number;
    /** Of those accepted, and of those rejected. */
    readonly decidedCreativesPerSite: number;
    /** Of creatives, and of uploads that wait for their use. */
    readonly storedBytes: number;
  };
  /** Days for which views and clicks are kept; null: for good. */
  readonly eventDays: number | null;
  /** Days for which a message to a webhook is kept after its last attempt, or after it was given up. */
  readonly webhookDays: number;
  /** What is kept of who changed what: for so long, and at most so much of each account. */
  readonly auditLog: { readonly days: number; readonly entriesPerAccount: number };
  /** Of the disk that the data folder is on: uploads leave so much free for events. */
  readonly reservedDiskBytes: number;
  /** Where `/metrics` is shown to everybody who reaches it; null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Subscriptions that are answered at the same time. */
  readonly streams: { readonly ofGateway: number; readonly ofAccount: number };
  /** Of how many answers of the ad path one is logged, and of the others each; null: none is. */
  readonly accessLogSample: number | null;
  readonly allowsIntrospection: boolean;
  /** Whether strangers may make accounts. */
  readonly allowsRegistration: boolean;
  /** null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null;
  /** Whether hosts' `ads.txt` are looked at when publishers ask for it. */
  readonly looksAtAdsTxt: boolean;
  /** For development: whether webhooks may lead to the loopback interface, without TLS too. */
  readonly allowsLoopbackWebhooks: boolean;
  readonly logLevel: (typeof logLevels)[number];
}

/**
 * Reads the settings; anything that begins with `ADGATE_` and is no setting is refused. The relay's own settings may
 * stand in the same environment.
 *
 * @throws {ConfigError} naming every bad setting at once.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const unknown = Object.keys(env).filter(
    (name) => /^ADGATE_(?!RELAY_|WALLET_|DEV_NODE_)/.test(name) && !Object.hasOwn(settings, name),
  );
  // An empty variable is how shells and compose files leave one out.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const problems = [
    ...unknown.map((name) => {
      const meant = likeliestName(Object.keys(settings), name);
      return `${name} is not a setting${meant === null ? '' : `, did you mean ${meant}?`}`;
    }),
    ...(parsed.error?.issues ?? []).map((issue) => `${String(issue.path[0])} ${issue.message}`),
  ];
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(`${problems.join('; ')} (docs/operating.md lists all settings)`);
  const value = parsed.data;
  return {
    port: value.PORT,
    host: value.ADGATE_HOST,
    keepAliveMs: value.ADGATE_KEEP_ALIVE_SECONDS * 1_000,
    workers: value.ADGATE_WORKERS ?? null,
    publicUrl: value.ADGATE_PUBLIC_URL?.replace(/\/$/, '') ?? null,
    serveUrl: value.ADGATE_SERVE_URL?.replace(/\/$/, '') ?? null,
    dataFolder: resolve(value.ADGATE_DATA_DIR),
    contentFolder:
      value.ADGATE_CONTENT_DIR === undefined ? null : resolve(value.ADGATE_CONTENT_DIR),
    hasDemo: value.ADGATE_DEMO,
    mongodbUri: value.MONGODB_URI ?? null,
    ledgerAddress: value.ADGATE_LEDGER_ADDRESS,
    hasDevLedger: value.ADGATE_DEV_LEDGER,
    allowsAutomaticPublishers: value.ADGATE_AUTOMATIC_PUBLISHERS,
    requiresSiteApproval: value.ADGATE_SITE_APPROVAL,
    allowedOrigins: value.ADGATE_ALLOWED_ORIGINS.map((origin) => origin.replace(/\/$/, '')),
    documentOrigins: value.ADGATE_DOCUMENT_ORIGINS,
    classifiers: new Map(value.ADGATE_CLASSIFIERS),
    trustedProxies: value.ADGATE_TRUSTED_PROXIES,
    dataCentreRanges: value.ADGATE_DATA_CENTRE_RANGES,
    countryHeader: value.ADGATE_COUNTRY_HEADER?.toLowerCase() ?? null,
    campaignMinimums: {
      hourlyBudget: value.ADGATE_MIN_HOURLY_BUDGET,
      cpm: value.ADGATE_MIN_CPM,
      conversionValue: value.ADGATE_MIN_CONVERSION_VALUE,
    },
    defaultCredit: defaultCreditOf(value),
    ledgerUrls:
      value.ADGATE_WALLET_URL === undefined
        ? null
        : {
            walletUrl: value.ADGATE_WALLET_URL,
            // A wallet sends again, too.
            relayUrl: value.ADGATE_RELAY_URL ?? value.ADGATE_WALLET_URL,
          },
    payouts: {
      least: value.ADGATE_MIN_PAYOUT,
      dailyLimit: value.ADGATE_DAILY_PAYOUT_LIMIT,
      arePartHoursPaid: value.ADGATE_PAY_PART_HOURS,
    },
    findWaitMs: value.ADGATE_FIND_WAIT_MS,
    rateUrl: value.ADGATE_RATE_URL ?? null,
    rateMaxAgeHours: value.ADGATE_RATE_MAX_AGE,
    verification: {
      demandFee: value.ADGATE_DEMAND_FEE,
      supplyFee: value.ADGATE_SUPPLY_FEE,
      limits: {
        cases: {
          visitor: value.ADGATE_MAX_VISITOR_CASES,
          network: value.ADGATE_MAX_NETWORK_CASES,
          site: value.ADGATE_MAX_SITE_CASES,
        },
        leastViewMs: value.ADGATE_LEAST_VIEW_MS,
      },
    },
    caps: {
      campaigns: value.ADGATE_MAX_CAMPAIGNS,
      creativesPerCampaign: value.ADGATE_MAX_CREATIVES,
      sites: value.ADGATE_MAX_SITES,
      unclaimedSites: value.ADGATE_MAX_UNCLAIMED_SITES,
      placementsPerSite: value.ADGATE_MAX_PLACEMENTS,
      decidedCreativesPerSite: value.ADGATE_MAX_DECIDED_CREATIVES,
      storedBytes: value.ADGATE_MAX_STORED_MIB * mebibyte,
    },
    eventDays: value.ADGATE_EVENT_DAYS || null,
    webhookDays: value.ADGATE_WEBHOOK_DAYS,
    auditLog: { days: value.ADGATE_AUDIT_DAYS, entriesPerAccount: value.ADGATE_MAX_AUDIT_ENTRIES },
    reservedDiskBytes: value.ADGATE_RESERVED_DISK_MIB * mebibyte,
    metrics:
      value.ADGATE_METRICS_PORT === undefined
        ? null
        : { host: value.ADGATE_METRICS_HOST ?? value.ADGATE_HOST, port: value.ADGATE_METRICS_PORT },
    streams: {
      ofGateway: value.ADGATE_MAX_STREAMS,
      ofAccount: value.ADGATE_MAX_ACCOUNT_STREAMS,
    },
    accessLogSample: value.ADGATE_ACCESS_LOG ? value.ADGATE_ACCESS_LOG_SAMPLE : null,
    allowsIntrospection: value.ADGATE_INTROSPECTION,
    allowsRegistration: value.ADGATE_REGISTRATION,
    mail: mailOf(value),
    looksAtAdsTxt: value.ADGATE_ADS_TXT_CLAIMS,
    allowsLoopbackWebhooks: value.ADGATE_LOOPBACK_WEBHOOKS,
    logLevel: value.ADGATE_LOG_LEVEL,
  };
}

/** Where real money is paid out, nobody spends what is not there unless an operator says so. */
function defaultCreditOf(value: z.infer<typeof environment>): Config['defaultCredit'] {
  const { ADGATE_DEFAULT_CREDIT: given, ADGATE_WALLET_URL: walletUrl } = value;
  if (given !== undefined) return given;
  return walletUrl === undefined ? null : 0n;
}

/** @throws {ConfigError} when one of the settings of mail is there without the others that it needs. */
function mailOf(value: z.infer<typeof environment>): Config['mail'] {
  const { ADGATE_SMTP_URL: smtpUrl, ADGATE_MAIL_FROM: from, ADGATE_REGISTRATION } = value;
  if ((smtpUrl === undefined) !== (from === undefined))
    throw new ConfigError('ADGATE_SMTP_URL and ADGATE_MAIL_FROM need each other');
  if (smtpUrl === undefined || from === undefined) {
    if (ADGATE_REGISTRATION)
      throw new ConfigError(
        'ADGATE_REGISTRATION needs ADGATE_SMTP_URL: newcomers confirm their email',
      );
    return null;
  }
  return { smtpUrl, from };
}
