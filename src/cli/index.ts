import { accountCommands } from './account/account-commands';
import { auctionCommands } from './auction/auction-commands';
import { auditCommands } from './audit/audit-commands';
import { booksCommands } from './books/books-commands';
import { campaignCommands } from './campaign/campaign-commands';
import { classificationSet } from './classification/classification-set';
import { clientCommands } from './client/client-commands';
import type { Command } from './command';
import { creativeCommands } from './creative/creative-commands';
import { dbBackup } from './db/db-backup';
import { dbCheck } from './db/db-check';
import { dbExport } from './db/db-export';
import { dbImport } from './db/db-import';
import { dbRestore } from './db/db-restore';
import { dbShard } from './db/db-shard';
import { depositCommands } from './deposit/deposit-commands';
import { doctor } from './doctor/doctor';
import { eventShow } from './event/event-show';
import { eventsVerify } from './event/events-verify';
import { jobCommands } from './job/job-commands';
import { keyCommands } from './key/key-commands';
import { paymentCommands } from './payment/payment-commands';
import { peerCommands } from './peer/peer-commands';
import { rangeCommands } from './ranges/range-commands';
import { rateCommands } from './rate/rate-commands';
import { refusedDomainCommands } from './refused-domain/refused-domain-commands';
import { settlementCommands } from './settlement/settlement-commands';
import { siteCommands } from './site/site-commands';
import { statistics } from './statistics/statistics';
import { statisticsRebuild } from './statistics/statistics-rebuild';
import { taxonomyImport } from './taxonomy/taxonomy-import';
import { tokenCommands } from './token/token-commands';
import { trafficCommands } from './traffic/traffic-commands';
import { userCommands } from './user/user-commands';
import { webhookCommands } from './webhook/webhook-commands';
import { withdrawalCommands } from './withdrawal/withdrawal-commands';

/** Every command by the words it is called by. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [
    ...userCommands,
    ...accountCommands,
    ...auctionCommands,
    ...auditCommands,
    ...booksCommands,
    ...clientCommands,
    eventShow,
    eventsVerify,
    ...jobCommands,
    ...keyCommands,
    ...tokenCommands,
    statistics,
    statisticsRebuild,
    taxonomyImport,
    ...campaignCommands,
    ...creativeCommands,
    classificationSet,
    ...rateCommands,
    ...rangeCommands,
    ...refusedDomainCommands,
    ...paymentCommands,
    ...depositCommands,
    ...withdrawalCommands,
    ...settlementCommands,
    ...siteCommands,
    ...trafficCommands,
    ...peerCommands,
    ...webhookCommands,
    dbCheck,
    dbBackup,
    dbRestore,
    dbExport,
    dbImport,
    dbShard,
    doctor,
  ].map((command) => [command.name, command]),
);
