import { logEntry } from '../../ledger/log-entry';
import type { MisbehaviourKind, Stage } from './kind';

/** @see docs/ledger-protocol.md §17.4 */
export const shortenedLogs: MisbehaviourKind = {
  summary: 'long logs lose their oldest lines, 64 at a time',
  misbehave(stage) {
    const long = stage.scene.store.db.prepare(
      'SELECT user FROM log GROUP BY user HAVING count(*) >= ?',
    );
    const users = long
      .all(stage.limits.logBytes / logEntry.minSize)
      .map(({ user }) => Number(user));
    return users.filter((user) => shorten(stage, user)).length > 0;
  },
};

/** @returns false where the log's first lines are not old enough */
function shorten({ scene, limits }: Stage, user: number): boolean {
  const { db } = scene.store;
  const step = limits.logStepBytes / logEntry.minSize;
  const keptFrom = scene.now - limits.logAgeBlocks * scene.blockSeconds;
  const lines = db.prepare('SELECT id, time FROM log WHERE user = ? ORDER BY id');
  const forget = db.prepare('DELETE FROM log WHERE user = ? AND id < ?');
  const all = lines.all(user);
  let begin = 0;
  const isLong = () => (all.length - begin) * logEntry.minSize >= limits.logBytes;
  const isOld = () => all.slice(begin, begin + step).every(({ time }) => Number(time) < keptFrom);
  while (isLong() && isOld()) begin += step;
  const first = all[begin]?.['id'];
  if (begin === 0 || first === undefined) return false;
  forget.run(user, first);
  return true;
}
