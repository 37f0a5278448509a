/** Fields by which a sharded cluster divides a collection; a hashed one for what is looked up by it alone. */
export type ShardKey = Readonly<Record<string, 'hashed' | 1>>;

const byId: ShardKey = { _id: 'hashed' };

/**
 * How a sharded cluster divides each collection; null: it is not divided, but stays on one shard. Every write of one
 * document names the fields of its key. A unique index holds on each shard alone: it is on `_id`, of collections
 * divided by that, or begins with the key.
 *
 * Not divided: what every gateway reads as a whole (keys, taxonomies, rates, jobs), what grows with the number of customers
 * only, and what is unique by a field that is no key: accounts by email and by proven address, and mails' links by
 * the hashes of their tokens.
 */
export const shardKeys: Readonly<Record<string, ShardKey | null>> = {
  events: byId,
  eventRemovals: null,
  creativeResults: byId,
  creativeReports: byId,
  recordedConversions: byId,
  conversionClaims: byId,
  conversionNonces: byId,

  // `advertiserId` and `sequence` are unique together; ids are random, so that shards need not agree on them.
  campaigns: { advertiserId: 1 },
  bidStrategies: { advertiserId: 1 },
  conversions: byId,
  creatives: byId,
  creativeContents: byId,
  classifications: byId,
  uploads: byId,
  taxonomies: null,
  refusedDomains: null,
  networkLists: null,
  networkListParts: null,
  frequencyShares: byId,
  frequencySlices: null,
  auctionTypes: null,

  // Unique by `publisherId` and `host`.
  sites: { publisherId: 1 },
  adsTxtLooks: byId,
  peerHostLooks: byId,
  // Unique by `siteId`, `size` and `name`.
  placements: { siteId: 1 },

  peers: null,
  peerSettings: null,
  peerScans: null,
  // Unique by `peer` and `identity`.
  peerCampaigns: { peer: 1 },
  peerCreatives: { peer: 1 },
  peerImports: null,
  peerCheckDays: null,

  journalEntries: byId,
  balances: byId,
  // Read by the account that it is of.
  bookedDays: { accountId: 1 },
  bookedDayReadings: null,
  verificationPartitions: null,
  caseTallies: byId,
  campaignHours: byId,
  campaignPeriods: byId,
  accountHours: byId,
  peerDays: null,
  peerTotals: null,
  peerCredits: null,
  peerViewHours: null,
  peerPaidHours: byId,
  // Marked and read by the account that has earned them.
  peerConvertedCases: { publisherId: 1 },
  peerReceipts: null,
  peerReceiptParts: byId,
  peerReceiptBoosts: byId,
  remittances: null,
  remittanceLines: byId,
  rates: null,
  payments: byId,
  paymentBatches: byId,
  transferOrders: byId,
  payees: byId,
  settlements: null,
  deposits: byId,
  depositReadings: null,
  awaitedTransfers: null,
  ledgerTransactions: byId,
  ledgerReadings: null,
  addressClaims: byId,

  noticeOutbox: byId,
  webhooks: null,
  webhookMessages: byId,
  // Read by the piece of folding that they wait for.
  statisticsChanges: { partition: 1 },
  statisticsShares: { piece: 1 },
  statisticsRebuilds: null,
  statisticsReports: null,
  statisticsReportParts: byId,
  figureTouches: null,
  requestCounts: { ownerId: 1 },
  findOutcomes: { subjectId: 1 },
  findSamples: byId,
  statisticsRollUps: { ownerId: 1 },
  visitorDays: byId,
  noticeMails: byId,
  notificationPreferences: byId,
  noticeMarks: null,
  withdrawals: byId,

  accounts: null,
  auditEntries: byId,
  sessions: byId,
  windowCounts: byId,
  attempts: byId,
  knownNetworks: byId,
  accountNetworks: byId,
  mailLinks: null,
  clients: null,
  authorizations: byId,
  authorizationCodes: byId,
  personalTokens: byId,
  refreshTokens: byId,
  revocations: byId,
  jobs: null,
  runningProcesses: null,
  signingKeys: null,
  tokenKeys: null,
};
