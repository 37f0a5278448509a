import { join } from 'node:path';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { createAccountStore } from './accounts/account.store';
import { createLogInAttemptStore } from './accounts/log-in-attempt.store';
import { createLogInLimiter } from './accounts/log-in-limiter';
import { createMailLimiter } from './accounts/mail-limiter';
import { createMailTokenStore } from './accounts/mail-token.store';
import { createPasswordHasher } from './accounts/password-hasher';
import { createBidStrategyStore } from './bid-strategies/bid-strategy.store';
import { createCampaignStore } from './campaigns/campaign.store';
import type { Config } from './config';
import type { ServiceContext } from './context';
import { createClassificationStore } from './classifications/classification.store';
import { createContentFolder } from './contents/content-folder';
import { createContentStore } from './contents/content.store';
import { createTurns } from './contents/turns';
import { createCreativeContents } from './creatives/creative-contents';
import { createCreativeStore } from './creatives/creative.store';
import { createAddressTable } from './events/address-table';
import { dataCentreNetworks } from './events/data-centre-networks';
import { createEventJournal } from './events/event-journal';
import { createEventLog } from './events/event-log';
import { createEventStore } from './events/event.store';
import { createSigningKeyStore } from './keys/signing-key.store';
import { createTokenKeyStore } from './keys/token-key.store';
import { createAuthorizationStore } from './oauth/authorization.store';
import { createClientStore } from './oauth/client.store';
import { createOAuthMemory } from './oauth/memory';
import { createPersonalTokenStore } from './oauth/personal-token.store';
import { createRefreshTokenStore } from './oauth/refresh-token.store';
import { createRevocationStore } from './oauth/revocation.store';
import { createMailer } from './mail/mailer';
import { createRandomBytes } from './random';
import { createPlacementStore } from './placements/placement.store';
import { createCreationLimiter } from './serving/creation-limiter';
import { createCreativeResultStore } from './serving/creative-result.store';
import { createCreativeResults } from './serving/creative-results';
import { createInventory } from './serving/inventory';
import { createSupplyDirectory } from './serving/supply-directory';
import { createVisitorMemory } from './serving/visitor-memory';
import { createConversionStore } from './conversions/conversion.store';
import { createRecordedConversionStore } from './conversions/recorded-conversion.store';
import { createSiteStore } from './sites/site.store';
import { createCurrentTaxonomy } from './taxonomy/current-taxonomy';
import { createTaxonomyStore } from './taxonomy/taxonomy.store';
import { createUploadStore } from './uploads/upload.store';

/** Bounds of what one process keeps in memory. */
const limits = {
  creativeContentBytes: 128 * 2 ** 20,
  /** Some 100 MB of pixels each. */
  uploadsDecoded: 2,
  uploadsWaiting: 200,
  directoryEntries: 200_000,
  visitors: 50_000,
} as const;

const keyBytes = 32;
/** What all models have in common, whatever they hold. */
interface IndexedModel {
  createIndexes(): Promise<unknown>;
}

/** Makes the one context of a process, with indexes in place; nothing runs in it yet. */
export async function createServiceContext(
  db: Connection,
  config: Config,
  { log, publicUrl }: { readonly log: Logger; readonly publicUrl: string },
): Promise<ServiceContext> {
  const now = () => new Date();
  const randomBytes = createRandomBytes();
  const contentFolder =
    config.contentFolder === null ? null : createContentFolder(config.contentFolder);
  await contentFolder?.prepare();
  const stores = {
    accounts: createAccountStore(db),
    logInAttempts: createLogInAttemptStore(db),
    mailTokens: createMailTokenStore(db),
    campaigns: createCampaignStore(db),
    bidStrategies: createBidStrategyStore(db),
    creatives: createCreativeStore(db),
    contents: createContentStore(db, contentFolder),
    classifications: createClassificationStore(db),
    uploads: createUploadStore(db),
    sites: createSiteStore(db),
    placements: createPlacementStore(db),
    clients: createClientStore(db),
    authorizations: createAuthorizationStore(db),
    refreshTokens: createRefreshTokenStore(db),
    personalTokens: createPersonalTokenStore(db),
    revocations: createRevocationStore(db),
    tokenKeyStore: createTokenKeyStore(db),
    events: createEventStore(db),
    creativeResultStore: createCreativeResultStore(db),
    taxonomies: createTaxonomyStore(db),
    conversions: createConversionStore(db),
    recordedConversions: createRecordedConversionStore(db),
  };
  const keys = createSigningKeyStore(db);
  for (const { models } of [...Object.values(stores), keys])
    for (const model of models as readonly IndexedModel[]) await model.createIndexes();
  const eventUrls = await keys.getOrCreate('event-urls', randomBytes(keyBytes));
  const trackingIds = await keys.getOrCreate('tracking-ids', randomBytes(keyBytes));
  const cursors = await keys.getOrCreate('cursors', randomBytes(keyBytes));
  const refreshTokens = await keys.getOrCreate('refresh-tokens', randomBytes(keyBytes));
  const creativeResults = createCreativeResults(stores.creativeResultStore, now);
  const { creatives, campaigns } = stores;
  const taxonomy = createCurrentTaxonomy({ store: stores.taxonomies, log });

  const ctx: ServiceContext = {
    config,
    publicUrl,
    serveUrl: config.serveUrl ?? publicUrl,
    log,
    now,
    randomBytes,
    ...stores,
    ...(await createOAuthMemory(stores, now, () => ctx)),
    taxonomy,
    signingKeys: { eventUrls, trackingIds, cursors, refreshTokens },
    eventLog: createEventLog({
      store: stores.events,
      journal: createEventJournal({ folder: join(config.dataFolder, 'journal'), log }),
      log,
      now,
      onCommitted: (events) => {
        creativeResults.countImpressions(events);
      },
    }),
    inventory: createInventory({
      campaigns,
      creatives,
      results: creativeResults,
      taxonomy,
      now,
      log,
    }),
    supplyDirectory: createSupplyDirectory({
      ...stores,
      taxonomy,
      maxEntries: limits.directoryEntries,
    }),
    visitorMemory: createVisitorMemory(limits.visitors),
    creativeResults,
    creativeContents: createCreativeContents(limits.creativeContentBytes),
    contentTurns: createTurns(limits.uploadsDecoded, limits.uploadsWaiting),
    dataCentres: createAddressTable([...dataCentreNetworks, ...config.dataCentreRanges]),
    logInLimiter: createLogInLimiter({ store: stores.logInAttempts, now }),
    mailLimiter: createMailLimiter(),
    passwordHasher: createPasswordHasher(),
    mailer: config.mail && createMailer({ ...config.mail, log }),
    creationLimiter: createCreationLimiter(),
  };
  return ctx;
}
