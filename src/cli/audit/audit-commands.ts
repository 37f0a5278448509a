import { normaliseId } from '../../id';
import type { AuditEntry } from '../../identity/audit/audit-entry';
import { listAuditLog } from '../../identity/audit/audit-log.service';
import { parseCursor } from '../../platform/lists/cursor';
import { idOfAccount, readAccountName } from '../account/account-text';
import { type Command, CommandError } from '../command';
import { limitOption, usualLimit } from '../list-text';
import { readBy, readTime, toWrongLine } from '../option-text';
import { serviceCommand } from '../service-command';

const readCursor = readBy(parseCursor);

export const auditCommands: readonly Command[] = [
  serviceCommand({
    name: 'audit list',
    summary: 'Shows who changed what, newest first.',
    details: `The next entries are those --after the cursor that is printed last.`,
    options: {
      account: {
        value: '<email>',
        description: 'only what it did, or was done in its place; email or id',
        read: readAccountName,
      },
      operation: { value: '<name>', description: 'only this mutation or command: "site approve"' },
      object: { value: '<id>', description: 'only what was done to it', read: normaliseId },
      from: { value: '<time>', description: 'only from then on, ISO 8601', read: readTime },
      to: { value: '<time>', description: 'only before, ISO 8601', read: readTime },
      limit: limitOption,
      after: {
        value: '<cursor>',
        description: 'go on behind an earlier list with the same filter',
        read: readCursor,
      },
    },
    check({ from, to }) {
      if (from !== null && to !== null && from >= to)
        throw new CommandError('--from must be before --to', 2);
    },
    async work(services, { account, object: objectId, limit, after, operation, from, to }) {
      const accountId = account === null ? null : await idOfAccount(services, account);
      const filter = { accountId, operation, objectId, from, to };
      const params = { filter, first: limit ?? usualLimit, after };
      return listAuditLog(services, params).catch((error: unknown) => {
        throw toWrongLine(error, (member) => `--${member}`);
      });
    },
    print({ nodes, pageInfo }) {
      const more = pageInfo.hasNextPage ? [`more: --after ${pageInfo.endCursor}`] : [];
      return {
        text: nodes.length === 0 ? 'no entries' : [...nodes.map(toLine), ...more].join('\n'),
        json: { entries: nodes, ...pageInfo },
      };
    },
  }),
];

function toLine({ at, operation, outcome, errorCode, ...entry }: AuditEntry): string {
  const { accountId, actingForId, systemUser, network, objectKind, objectId, members } = entry;
  const { objectName } = entry;
  const who = accountId ?? systemUser ?? 'nobody known';
  const forWhom = actingForId === null ? '' : ` for ${actingForId}`;
  const what =
    objectId === null
      ? ''
      : ` ${objectKind} ${objectId}${objectName === null ? '' : ` (${objectName})`}`;
  const how = members
    .map(({ name, value, before }) => {
      if (value === null) return name;
      return before === null ? `${name}=${value}` : `${name}=${before}->${value}`;
    })
    .join(' ');
  const end = outcome === 'done' ? '' : `  ${outcome}${errorCode === null ? '' : ` ${errorCode}`}`;
  return (
    `${at.toISOString()}  ${who}${forWhom}  ${network ?? '-'}  ${operation}${what}  ${how}`.trimEnd() +
    end
  );
}
