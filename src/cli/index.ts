import { accountDeposit } from './account-deposit';
import { accountShow } from './account-show';
import { accountWithdraw } from './account-withdraw';
import { auditList } from './audit-list';
import { booksCheck } from './books-check';
import { booksShow } from './books-show';
import { campaignList } from './campaign-list';
import { classificationSet } from './classification-set';
import { clientCreate } from './client-create';
import { clientDelete } from './client-delete';
import { clientList } from './client-list';
import { clientRotateSecret } from './client-rotate-secret';
import type { Command } from './command';
import { creativeList } from './creative-list';
import { creativeReject } from './creative-reject';
import { creativeRestore } from './creative-restore';
import { dbBackup } from './db-backup';
import { dbCheck } from './db-check';
import { dbExport } from './db-export';
import { dbImport } from './db-import';
import { dbRestore } from './db-restore';
import { dbShard } from './db-shard';
import { depositAssign } from './deposit-assign';
import { depositUnassign } from './deposit-unassign';
import { depositList } from './deposit-list';
import { doctor } from './doctor';
import { eventShow } from './event-show';
import { eventsVerify } from './events-verify';
import { jobList } from './job-list';
import { jobRun } from './job-run';
import { keyList } from './key-list';
import { keyRotate } from './key-rotate';
import { paymentHold } from './payment-hold';
import { paymentList } from './payment-list';
import { paymentRetry } from './payment-retry';
import { paymentShow } from './payment-show';
import { rateSet } from './rate-set';
import { rateShow } from './rate-show';
import { settlementPause } from './settlement-pause';
import { settlementResume } from './settlement-resume';
import { settlementShow } from './settlement-show';
import { siteApprove } from './site-approve';
import { siteClaim } from './site-claim';
import { siteList } from './site-list';
import { siteReject } from './site-reject';
import { siteRelease } from './site-release';
import { statistics } from './statistics';
import { statisticsRebuild } from './statistics-rebuild';
import { taxonomyImport } from './taxonomy-import';
import { tokenRevoke } from './token-revoke';
import { userClaim } from './user-claim';
import { userCreate } from './user-create';
import { userCredit } from './user-credit';
import { userEmail } from './user-email';
import { userErase } from './user-erase';
import { userExport } from './user-export';
import { userLink } from './user-link';
import { userList } from './user-list';
import { userPassword } from './user-password';
import { userPayout } from './user-payout';
import { userResume } from './user-resume';
import { userRole } from './user-role';
import { userShow } from './user-show';
import { userSuspend } from './user-suspend';
import { withdrawalApprove } from './withdrawal-approve';
import { withdrawalList } from './withdrawal-list';
import { withdrawalReject } from './withdrawal-reject';
import { webhookList } from './webhook-list';
import { webhookReplay } from './webhook-replay';

/** Every command by the words it is called by. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [
    userCreate,
    userList,
    userShow,
    userSuspend,
    userResume,
    userLink,
    userPassword,
    userEmail,
    userRole,
    userCredit,
    userPayout,
    userClaim,
    userExport,
    userErase,
    accountDeposit,
    accountWithdraw,
    accountShow,
    auditList,
    booksCheck,
    booksShow,
    clientCreate,
    clientList,
    clientRotateSecret,
    clientDelete,
    eventShow,
    eventsVerify,
    jobList,
    jobRun,
    keyList,
    keyRotate,
    tokenRevoke,
    statistics,
    statisticsRebuild,
    taxonomyImport,
    campaignList,
    creativeList,
    creativeReject,
    creativeRestore,
    classificationSet,
    rateSet,
    rateShow,
    paymentList,
    paymentShow,
    paymentRetry,
    paymentHold,
    depositList,
    depositAssign,
    depositUnassign,
    withdrawalList,
    withdrawalApprove,
    withdrawalReject,
    settlementShow,
    settlementPause,
    settlementResume,
    siteList,
    siteApprove,
    siteReject,
    siteClaim,
    siteRelease,
    webhookList,
    webhookReplay,
    dbCheck,
    dbBackup,
    dbRestore,
    dbExport,
    dbImport,
    dbShard,
    doctor,
  ].map((command) => [command.name, command]),
);
