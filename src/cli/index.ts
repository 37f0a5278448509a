import { classificationSet } from './classification-set';
import { clientCreate } from './client-create';
import { clientDelete } from './client-delete';
import { clientList } from './client-list';
import { clientRotateSecret } from './client-rotate-secret';
import type { Command } from './command';
import { creativeReject } from './creative-reject';
import { creativeRestore } from './creative-restore';
import { dbExport } from './db-export';
import { dbImport } from './db-import';
import { keyList } from './key-list';
import { keyRotate } from './key-rotate';
import { siteApprove } from './site-approve';
import { siteList } from './site-list';
import { siteReject } from './site-reject';
import { taxonomyImport } from './taxonomy-import';
import { tokenRevoke } from './token-revoke';
import { userCreate } from './user-create';
import { userCredit } from './user-credit';
import { userList } from './user-list';
import { userPassword } from './user-password';
import { userResume } from './user-resume';
import { userRole } from './user-role';
import { userShow } from './user-show';
import { userSuspend } from './user-suspend';

/** Every command by the words it is called by. */
export const commands: ReadonlyMap<string, Command> = new Map(
  [
    userCreate,
    userList,
    userShow,
    userSuspend,
    userResume,
    userPassword,
    userRole,
    userCredit,
    clientCreate,
    clientList,
    clientRotateSecret,
    clientDelete,
    keyList,
    keyRotate,
    tokenRevoke,
    taxonomyImport,
    creativeReject,
    creativeRestore,
    classificationSet,
    siteList,
    siteApprove,
    siteReject,
    dbExport,
    dbImport,
  ].map((command) => [command.name, command]),
);
