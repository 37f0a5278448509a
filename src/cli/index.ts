import { accountDeposit } from './account/account-deposit';
import { accountShow } from './account/account-show';
import { accountWithdraw } from './account/account-withdraw';
import { auditList } from './audit/audit-list';
import { booksCheck } from './books/books-check';
import { booksShow } from './books/books-show';
import { campaignList } from './campaign/campaign-list';
import { classificationSet } from './classification/classification-set';
import { clientCreate } from './client/client-create';
import { clientDelete } from './client/client-delete';
import { clientList } from './client/client-list';
import { clientRotateSecret } from './client/client-rotate-secret';
import type { Command } from './command';
import { creativeList } from './creative/creative-list';
import { creativeReject } from './creative/creative-reject';
import { creativeRestore } from './creative/creative-restore';
import { dbBackup } from './db/db-backup';
import { dbCheck } from './db/db-check';
import { dbExport } from './db/db-export';
import { dbImport } from './db/db-import';
import { dbRestore } from './db/db-restore';
import { dbShard } from './db/db-shard';
import { depositAssign } from './deposit/deposit-assign';
import { depositUnassign } from './deposit/deposit-unassign';
import { depositList } from './deposit/deposit-list';
import { doctor } from './doctor/doctor';
import { eventShow } from './event/event-show';
import { eventsVerify } from './event/events-verify';
import { jobList } from './job/job-list';
import { jobRun } from './job/job-run';
import { keyList } from './key/key-list';
import { keyRotate } from './key/key-rotate';
import { paymentHold } from './payment/payment-hold';
import { paymentList } from './payment/payment-list';
import { paymentRetry } from './payment/payment-retry';
import { paymentShow } from './payment/payment-show';
import { rateSet } from './rate/rate-set';
import { rateShow } from './rate/rate-show';
import { settlementPause } from './settlement/settlement-pause';
import { settlementResume } from './settlement/settlement-resume';
import { settlementShow } from './settlement/settlement-show';
import { siteApprove } from './site/site-approve';
import { siteClaim } from './site/site-claim';
import { siteList } from './site/site-list';
import { siteReject } from './site/site-reject';
import { siteRelease } from './site/site-release';
import { statistics } from './statistics/statistics';
import { statisticsRebuild } from './statistics/statistics-rebuild';
import { taxonomyImport } from './taxonomy/taxonomy-import';
import { tokenRevoke } from './token/token-revoke';
import { userClaim } from './user/user-claim';
import { userCreate } from './user/user-create';
import { userCredit } from './user/user-credit';
import { userEmail } from './user/user-email';
import { userErase } from './user/user-erase';
import { userExport } from './user/user-export';
import { userLink } from './user/user-link';
import { userList } from './user/user-list';
import { userPassword } from './user/user-password';
import { userPayout } from './user/user-payout';
import { userResume } from './user/user-resume';
import { userRole } from './user/user-role';
import { userShow } from './user/user-show';
import { userSuspend } from './user/user-suspend';
import { withdrawalApprove } from './withdrawal/withdrawal-approve';
import { withdrawalList } from './withdrawal/withdrawal-list';
import { withdrawalReject } from './withdrawal/withdrawal-reject';
import { webhookList } from './webhook/webhook-list';
import { webhookReplay } from './webhook/webhook-replay';

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
