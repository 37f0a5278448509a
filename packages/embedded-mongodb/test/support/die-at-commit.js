const { existsSync, readFileSync } = require('node:fs');
const { DatabaseSync } = require('node:sqlite');

/**
 * For a database process that a test starts: `node -r` of this file ends it, as `kill -9` does, at its next COMMIT
 * once the file that DIE_AT_COMMIT names says "before" or "after".
 */
const order = process.env['DIE_AT_COMMIT'];
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function (sql) {
  const when = sql === 'COMMIT' && existsSync(order) ? readFileSync(order, 'utf8') : '';
  if (when === 'before') process.kill(process.pid, 'SIGKILL');
  exec.call(this, sql);
  if (when === 'after') process.kill(process.pid, 'SIGKILL');
};
