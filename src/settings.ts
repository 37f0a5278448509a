import { resolve } from 'node:path';
import { z } from 'zod';
import { classifierName, type Classifiers } from './classifier';
import { longestOfferMinutes } from './market/events/offer-lifetime';
import {
  accountAddress,
  amountIn,
  cidr,
  classifier,
  fetchHosts,
  httpsOrigin,
  httpUrl,
  isRateUrl,
  listed,
  namesThisMachine,
  orNull,
  origin,
  someText,
  unlimitedAmount,
  wholeNumber,
  zeroOrOne,
} from './setting-values';

/** A setting: its environment variable, how its text is read, and its default where the variable is absent. */
export interface Setting<Value = unknown> {
  readonly variable: string;
  readonly read: z.ZodType<Value>;
}

/** The same words as in the wing of peers: settings import no wing. */
const peerModes = ['off', 'approve', 'open'] as const;
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const mebibyte = 2 ** 20;

const setting = <Value>(variable: string, read: z.ZodType<Value>): Setting<Value> => ({
  variable,
  read,
});

/**
 * Every setting, by the member of `Config` that it becomes. `docs/operating.md` says the same in a table; a test compares
 * the names.
 */
export const settings = {
  /** 0 lets the system pick one. */
  port: setting('PORT', wholeNumber(0, 65_535).default(8080)),
  host: setting('ADGATE_HOST', someText.default('127.0.0.1')),
  /** The time for which an idle connection is kept. A proxy in front must close sooner: else what the proxy sends meanwhile is lost. */
  keepAliveMs: setting(
    'ADGATE_KEEP_ALIVE_SECONDS',
    wholeNumber(1, 3_600)
      .default(5)
      .transform((seconds) => seconds * 1_000),
  ),
  /** Processes that share the port; null: as many as the program thinks best. */
  workers: setting('ADGATE_WORKERS', orNull(wholeNumber(1, 1_024))),
  /** Origin of every URL that leaves the server, without a trailing slash; null: derived from the listening address. */
  publicUrl: setting('ADGATE_PUBLIC_URL', orNull(origin)),
  /** Origin of the URLs of creatives, without a trailing slash; null: the public one. */
  serveUrl: setting('ADGATE_SERVE_URL', orNull(origin)),
  dataFolder: setting(
    'ADGATE_DATA_DIR',
    someText.default('data').transform((path) => resolve(path)),
  ),
  /** Where the bytes of creatives are; null: in the database. */
  contentFolder: setting('ADGATE_CONTENT_DIR', orNull(someText.transform((path) => resolve(path)))),
  hasDemo: setting('ADGATE_DEMO', zeroOrOne.default(true)),
  /** null: the embedded database in `dataFolder`. */
  mongodbUri: setting(
    'MONGODB_URI',
    orNull(
      z.string().regex(/^mongodb(\+srv)?:\/\//, 'must begin with mongodb:// or mongodb+srv://'),
    ),
  ),
  /** This server's account on the ledger: `demandServer` and `supplyServer` of every creative it offers. */
  ledgerAddress: setting('ADGATE_LEDGER_ADDRESS', accountAddress.default('0001-00000001-8B4E')),
  /** True where `npm start` runs a ledger of its own: a node, a relay and a wallet. */
  hasDevLedger: setting('ADGATE_DEV_LEDGER', zeroOrOne.default(true)),
  /** True where an unknown account address in a find makes a publisher. */
  allowsAutomaticPublishers: setting('ADGATE_AUTOMATIC_PUBLISHERS', zeroOrOne.default(true)),
  /** True where new sites show nothing until the operator approves them. */
  requiresSiteApproval: setting('ADGATE_SITE_APPROVAL', zeroOrOne.default(false)),
  /** Origins that may call `/auth`, `/api` and `/graphql` from a browser. */
  allowedOrigins: setting('ADGATE_ALLOWED_ORIGINS', listed.pipe(z.array(origin)).default([])),
  /** Origins that uploaded documents may load from. */
  documentOrigins: setting(
    'ADGATE_DOCUMENT_ORIGINS',
    listed.pipe(z.array(httpsOrigin)).default([]),
  ),
  /** Hosts from which parts of uploaded documents are fetched when these are uploaded. */
  documentFetchHosts: setting('ADGATE_DOCUMENT_FETCH_HOSTS', fetchHosts.default([])),
  /** Services that may post what they think of creatives, by name. */
  classifiers: setting(
    'ADGATE_CLASSIFIERS',
    listed
      .pipe(z.array(classifier))
      .default([])
      .transform((all): Classifiers => new Map(all)),
  ),
  /** Addresses whose `X-Forwarded-For` is believed. */
  trustedProxies: setting('ADGATE_TRUSTED_PROXIES', listed.pipe(z.array(cidr)).default([])),
  /** Ranges whose traffic counts as data-centre traffic, beside the built-in ones. */
  dataCentreRanges: setting('ADGATE_DATA_CENTRE_RANGES', listed.pipe(z.array(cidr)).default([])),
  /** Lower-case name of the header in which the proxy tells a visitor's country; null: none does. */
  countryHeader: setting(
    'ADGATE_COUNTRY_HEADER',
    orNull(
      z
        .string()
        .regex(/^[\w-]{1,64}$/, 'must be a header name')
        .toLowerCase(),
    ),
  ),
  /** Active campaigns must reach these, in USD: an hour's budget, a price for 1,000 impressions, a conversion's worth. */
  campaignMinimums: {
    hourlyBudget: setting(
      'ADGATE_MIN_HOURLY_BUDGET',
      amountIn('USD', '0.05').default(5_000_000_000n),
    ),
    cpm: setting('ADGATE_MIN_CPM', amountIn('USD', '0.05').default(5_000_000_000n)),
    conversionValue: setting(
      'ADGATE_MIN_CONVERSION_VALUE',
      amountIn('USD', '0.05').default(1_000_000_000n),
    ),
  },
  payouts: {
    /** Earnings that are paid without waiting for 30 days: 10^-11 coins. */
    least: setting('ADGATE_MIN_PAYOUT', amountIn('coins', '0.5').default(100_000_000_000n)),
    /** Most that is paid on one day (UTC): 10^-11 coins; null: anything. */
    dailyLimit: setting('ADGATE_DAILY_PAYOUT_LIMIT', unlimitedAmount.default(null)),
    /** True where earnings are paid before their hours are final. */
    arePartHoursPaid: setting('ADGATE_PAY_PART_HOURS', zeroOrOne.default(false)),
    /** Hours from the end of an hour to the payment of its earnings, where these are not paid before. */
    delayHours: setting('ADGATE_EARNINGS_DELAY', wholeNumber(0, 720).default(24)),
    /** Where the community's fees are paid; null: nowhere. */
    communityAddress: setting('ADGATE_COMMUNITY_FEE_ADDRESS', orNull(accountAddress)),
  },
  /** Closed blocks, the block itself included, after which a block of the ledger counts. */
  confirmBlocks: setting('ADGATE_CONFIRM_BLOCKS', wholeNumber(1, 100).default(2)),
  /** How long a find waits for the money of what it offers. */
  findWaitMs: setting('ADGATE_FIND_WAIT_MS', wholeNumber(1, 60_000).default(200)),
  /** The factor by which the gateway and its commands wait longer than usual for the database and for threads, and the gateway at its end for clients that go on connecting. */
  patience: setting('ADGATE_PATIENCE', wholeNumber(1, 100).default(1)),
  /** The URL that tells what a coin is worth; null: an operator says it. */
  rateUrl: setting(
    'ADGATE_RATE_URL',
    orNull(z.string().refine(isRateUrl, 'must be an https URL, or an http URL of this machine')),
  ),
  /** Hours for which a rate is good after it was set. */
  rateMaxAgeHours: setting('ADGATE_RATE_MAX_AGE', wholeNumber(1, 8_760).default(24)),
  /** Minutes for which an offer is good for its view. @see docs/contract.md §7 */
  offerMinutes: setting('ADGATE_OFFER_MINUTES', wholeNumber(1, longestOfferMinutes).default(30)),
  /** Limits that events are judged by, and fees on their charges. */
  verification: {
    /** Basis points of each charge. */
    demandFee: setting('ADGATE_DEMAND_FEE', wholeNumber(0, 5_000).default(100)),
    supplyFee: setting('ADGATE_SUPPLY_FEE', wholeNumber(0, 5_000).default(100)),
    /** Basis points of what the demand fee leaves of charges on other servers' sites. */
    communityFee: setting('ADGATE_COMMUNITY_FEE', wholeNumber(0, 5_000).default(0)),
    limits: {
      /** Accepted cases of one advertiser in a clock hour; 0: as many as there are. */
      cases: {
        visitor: setting('ADGATE_MAX_VISITOR_CASES', wholeNumber(0, 999_999_999).default(300)),
        network: setting('ADGATE_MAX_NETWORK_CASES', wholeNumber(0, 999_999_999).default(5_000)),
        /** Of one publisher's sites from one network. */
        pair: setting('ADGATE_MAX_PAIR_CASES', wholeNumber(0, 999_999_999).default(2_500)),
        site: setting('ADGATE_MAX_SITE_CASES', wholeNumber(0, 999_999_999).default(0)),
      },
      /** Unsigned conversions without a click, by network, advertiser and clock hour; 0: as many as there are. */
      conversions: setting(
        'ADGATE_MAX_NETWORK_CONVERSIONS',
        wholeNumber(0, 999_999_999).default(5),
      ),
      /** Of a visitor without a cookie: a network and a browser. */
      anonymousCases: setting(
        'ADGATE_MAX_ANONYMOUS_CASES',
        wholeNumber(0, 999_999_999).default(1_500),
      ),
      /** Accepted clicks in percent of accepted views of one advertiser in a clock hour; 0: any. */
      clickShares: {
        visitor: setting('ADGATE_MAX_VISITOR_CLICK_SHARE', wholeNumber(0, 100).default(25)),
        network: setting('ADGATE_MAX_NETWORK_CLICK_SHARE', wholeNumber(0, 100).default(5)),
        pair: setting('ADGATE_MAX_PAIR_CLICK_SHARE', wholeNumber(0, 100).default(5)),
        site: setting('ADGATE_MAX_SITE_CLICK_SHARE', wholeNumber(0, 100).default(10)),
      },
      leastViewMs: setting('ADGATE_LEAST_VIEW_MS', wholeNumber(0, 3_600_000).default(800)),
      leastClickMs: setting('ADGATE_LEAST_CLICK_MS', wholeNumber(0, 60_000).default(200)),
    },
  },
  /** Most that an account may store. */
  caps: {
    campaigns: setting('ADGATE_MAX_CAMPAIGNS', wholeNumber(1, 10_000_000).default(100_000)),
    creativesPerCampaign: setting('ADGATE_MAX_CREATIVES', wholeNumber(1, 100).default(100)),
    sites: setting('ADGATE_MAX_SITES', wholeNumber(1, 1_000_000).default(10_000)),
    /** Sites of hosts that nobody has claimed. */
    unclaimedSites: setting(
      'ADGATE_MAX_UNCLAIMED_SITES',
      wholeNumber(1, 1_000_000).default(50_000),
    ),
    placementsPerSite: setting('ADGATE_MAX_PLACEMENTS', wholeNumber(1, 100_000).default(1_000)),
    /** As many may be accepted, and as many rejected. */
    decidedCreativesPerSite: setting(
      'ADGATE_MAX_DECIDED_CREATIVES',
      wholeNumber(100, 10_000).default(2_000),
    ),
    /** Creatives, and uploads that wait for their use. */
    storedBytes: setting(
      'ADGATE_MAX_STORED_MIB',
      wholeNumber(1, 999_999_999)
        .default(1_024)
        .transform((mebibytes) => mebibytes * mebibyte),
    ),
  },
  /** Days for which views and clicks are kept; null: for good. */
  eventDays: setting(
    'ADGATE_EVENT_DAYS',
    wholeNumber(0, 36_500)
      .refine((days) => days === 0 || days >= 31, 'must be 0, or 31 to 36500')
      .default(0)
      .transform((days) => days || null),
  ),
  /** Days for which a message to a webhook is kept after its last attempt, or after it was given up. */
  webhookDays: setting('ADGATE_WEBHOOK_DAYS', wholeNumber(1, 365).default(7)),
  /** How long entries of who changed what are kept, and how many of each account at most. */
  auditLog: {
    days: setting('ADGATE_AUDIT_DAYS', wholeNumber(1, 36_500).default(400)),
    entriesPerAccount: setting(
      'ADGATE_MAX_AUDIT_ENTRIES',
      wholeNumber(100, 100_000_000).default(100_000),
    ),
  },
  /** Free space on the disk of the data folder that uploads leave to events. */
  reservedDiskBytes: setting(
    'ADGATE_RESERVED_DISK_MIB',
    wholeNumber(0, 999_999_999)
      .default(512)
      .transform((mebibytes) => mebibytes * mebibyte),
  ),
  /** Subscriptions that are answered at the same time. */
  streams: {
    ofGateway: setting('ADGATE_MAX_STREAMS', wholeNumber(0, 1_000_000).default(10_000)),
    ofAccount: setting('ADGATE_MAX_ACCOUNT_STREAMS', wholeNumber(0, 1_000_000).default(100)),
  },
  allowsIntrospection: setting('ADGATE_INTROSPECTION', zeroOrOne.default(true)),
  /** True where strangers may make accounts. */
  allowsRegistration: setting('ADGATE_REGISTRATION', zeroOrOne.default(false)),
  /** When operators look at new creatives: `before` they are shown, or `after`. */
  creativeReview: setting(
    'ADGATE_REVIEW',
    z.enum(['after', 'before'], 'must be after or before').default('after'),
  ),
  /** True where the server reads hosts' `ads.txt` when publishers ask for it. */
  looksAtAdsTxt: setting('ADGATE_ADS_TXT_CLAIMS', zeroOrOne.default(false)),
  /** How much other servers of the network may do; null: it depends on the wallet and on the database. */
  peers: setting(
    'ADGATE_PEERS',
    orNull(z.enum(peerModes, `must be one of ${peerModes.join(', ')}`)),
  ),
  /** Percent of an hour's budget of a campaign that all peers' sites together may take. */
  peerBudgetShare: setting('ADGATE_PEER_BUDGET_SHARE', wholeNumber(0, 100).default(50)),
  /** Lines of a host's `ads.txt` that let another server's publisher show campaigns for hosts; `none`: nobody looks. */
  peerAdsTxt: setting(
    'ADGATE_PEER_ADS_TXT',
    z.enum(['none', 'direct', 'all'], 'must be none, direct or all').default('direct'),
  ),
  /** A classifier that must have looked at peers' creatives; null: none must. */
  peerClassifier: setting(
    'ADGATE_PEER_CLASSIFIER',
    orNull(z.string().regex(classifierName, 'must be the name of a classifier')),
  ),
  /** Bytes that campaigns and creatives of all peers together may take. */
  peerBytes: setting(
    'ADGATE_PEER_MAX_MIB',
    wholeNumber(1, 999_999_999)
      .default(256)
      .transform((mebibytes) => mebibytes * mebibyte),
  ),
  /** So often each peer is asked for its campaigns. */
  peerImportMs: setting(
    'ADGATE_PEER_IMPORT_SECONDS',
    wholeNumber(5, 86_400)
      .default(600)
      .transform((seconds) => seconds * 1_000),
  ),
  /** For development: peers may be on the loopback interface, without TLS too. */
  allowsLoopbackPeers: setting('ADGATE_LOOPBACK_PEERS', zeroOrOne.default(false)),
  /** For development: whether webhooks may lead to the loopback interface, without TLS too. */
  allowsLoopbackWebhooks: setting('ADGATE_LOOPBACK_WEBHOOKS', zeroOrOne.default(false)),
  logLevel: setting(
    'ADGATE_LOG_LEVEL',
    z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  ),

  /** Settings that make a member of `Config` only together with others, by the rules of `parseConfig`. */
  parts: {
    /** Read by `readSettings`, before all others. */
    settingsFile: setting('ADGATE_SETTINGS_FILE', orNull(someText)),
    walletUrl: setting(
      'ADGATE_WALLET_URL',
      orNull(
        httpUrl.refine(
          (value) => namesThisMachine(URL.parse(value) ?? new URL('http://elsewhere')),
          'must be a URL of this machine: it can spend',
        ),
      ),
    ),
    relayUrl: setting('ADGATE_RELAY_URL', orNull(httpUrl)),
    /** null: unlimited; undefined: it depends on whether there is a wallet. */
    defaultCredit: setting('ADGATE_DEFAULT_CREDIT', unlimitedAmount.optional()),
    metricsPort: setting('ADGATE_METRICS_PORT', orNull(wholeNumber(0, 65_535))),
    metricsHost: setting('ADGATE_METRICS_HOST', orNull(someText)),
    hasAccessLog: setting('ADGATE_ACCESS_LOG', zeroOrOne.default(false)),
    accessLogSample: setting('ADGATE_ACCESS_LOG_SAMPLE', wholeNumber(1, 1_000_000).default(100)),
    smtpUrl: setting(
      'ADGATE_SMTP_URL',
      orNull(
        z
          .string()
          .refine(
            (value) => /^smtps?:$/.test(URL.parse(value)?.protocol ?? ''),
            'must begin with smtp:// or smtps://',
          ),
      ),
    ),
    mailFrom: setting(
      'ADGATE_MAIL_FROM',
      orNull(
        z
          .string()
          .regex(
            /^[^\r\n]{0,100}?<?[^\s@<>]+@[^\s@<>]+>?$/,
            'must be an email address, or a name and <address>',
          ),
      ),
    ),
  },
} as const;
