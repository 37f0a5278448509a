import type { mongo } from 'mongoose';
import { readFormNumber, newestForm } from '../../platform/database/migrate';
import { findUnfinishedRestore } from '../../platform/database/restore-mark';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';

/** Checks that the database is whole and of a form that this version knows. */
export async function checkForm(db: mongo.Db): Promise<Finding> {
  const check = 'form';
  if ((await findUnfinishedRestore(db)) !== null)
    return problem(check, 'a restore was cut off', 'adgate db restore <the same folder>');
  const form = await readFormNumber(db);
  if (form > newestForm)
    return problem(
      check,
      `the database has form ${form}, this version knows up to ${newestForm}`,
      'start the newer version',
    );
  if (form < newestForm)
    return warning(
      check,
      `the database has form ${form}, this version stores ${newestForm}`,
      'stop older gateways, then start one of this version: it brings the database forward',
    );
  return ok(check, `${form}, that of this version`);
}
