import { getAccountByName } from '../../identity/accounts/account-management.service';
import type { AuditEntry } from '../../identity/audit/audit-entry';
import { listAuditLog } from '../../identity/audit/audit-log.service';
import { normaliseId } from '../../id';
import { defineCommand } from '../command';
import { uriOption } from '../db/database';
import { readLimit } from '../option-text';
import { readTimeOption } from '../rate/rate-text';
import { withServices } from '../services';

const limits = { usual: 100, most: 1_000 } as const;

export const auditList = defineCommand({
  name: 'audit list',
  summary: 'Shows who changed what, newest first.',
  details: `The next entries are those --after the cursor that is printed last.`,
  options: {
    account: {
      value: '<email>',
      description: 'only what it did, or was done in its place; email or id',
    },
    operation: { value: '<name>', description: 'only this mutation or command: "site approve"' },
    object: { value: '<id>', description: 'only what was done to it' },
    from: { value: '<time>', description: 'only from then on, ISO 8601' },
    to: { value: '<time>', description: 'only before, ISO 8601' },
    limit: { value: '<number>', description: `1 to ${limits.most}; default ${limits.usual}` },
    after: { value: '<cursor>', description: 'go on behind an earlier list with the same filter' },
    uri: uriOption,
  },
  async run({ account, operation, object, from, to, limit, after, uri }, ctx) {
    const times = { from: readTimeOption('--from', from), to: readTimeOption('--to', to) };
    const first = readLimit(limit, limits);
    const { nodes, pageInfo } = await withServices({ uri }, ctx, async (services) => {
      const accountId = account === null ? null : (await getAccountByName(services, account)).id;
      const objectId = object === null ? null : normaliseId(object);
      const filter = { accountId, operation, objectId, ...times };
      return listAuditLog(services, { filter, first, after });
    });
    const more = pageInfo.hasNextPage ? [`more: --after ${pageInfo.endCursor}`] : [];
    return {
      text: nodes.length === 0 ? 'no entries' : [...nodes.map(toLine), ...more].join('\n'),
      json: { entries: nodes, ...pageInfo },
    };
  },
});

function toLine({ at, operation, outcome, errorCode, ...entry }: AuditEntry): string {
  const { accountId, actingForId, systemUser, network, objectKind, objectId, members } = entry;
  const who = accountId ?? systemUser ?? 'nobody known';
  const forWhom = actingForId === null ? '' : ` for ${actingForId}`;
  const what = objectId === null ? '' : ` ${objectKind} ${objectId}`;
  const how = members
    .map(({ name, value }) => (value === null ? name : `${name}=${value}`))
    .join(' ');
  const end = outcome === 'done' ? '' : `  ${outcome}${errorCode === null ? '' : ` ${errorCode}`}`;
  return (
    `${at.toISOString()}  ${who}${forWhom}  ${network ?? '-'}  ${operation}${what}  ${how}`.trimEnd() +
    end
  );
}
