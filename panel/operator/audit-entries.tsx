import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import type { AuditEntry } from './audit-log';

const credentials: Readonly<Record<AuditEntry['credential'], string>> = {
  apiToken: 'API token',
  browser: 'browser',
  accessToken: 'access token',
  command: 'command line',
  none: 'no session',
};

/** Lines of the audit log. */
export function AuditEntries({
  entries,
  hasActors,
}: {
  readonly entries: readonly AuditEntry[];
  /** Whether they are of several accounts. */
  readonly hasActors: boolean;
}) {
  if (entries.length === 0) return <p className="none">Nothing is noted of that.</p>;
  return (
    <table className="table" aria-label="Entries">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          {hasActors ? <th scope="col">Who</th> : null}
          <th scope="col">From where</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td data-label="When">
              <When at={entry.at} />
            </td>
            <td data-title>
              <What entry={entry} />
            </td>
            {hasActors ? (
              <td data-label="Who">
                <Who entry={entry} />
              </td>
            ) : null}
            <td data-label="From where">
              <span>
                {hasActors || entry.actingForId === null
                  ? null
                  : 'an operator acted for the account, '}
                {credentials[entry.credential]}
                {entry.network === null ? null : (
                  <span className="mono soft audit-network">{entry.network}</span>
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function What({ entry }: { readonly entry: AuditEntry }) {
  const { operation, outcome, errorCode, objectKind, objectId, members } = entry;
  return (
    <div className="audit-what">
      <strong>{operation}</strong> {outcome === 'done' ? null : <StatusBadge status={outcome} />}
      {errorCode === null ? null : <span className="soft"> {errorCode}</span>}
      {objectId === null ? null : (
        <span className="mono soft audit-line">
          {objectKind} {objectId}
        </span>
      )}
      {members.length === 0 ? null : (
        <span className="soft audit-line">
          {members
            .map(({ name, value }) => (value === null ? name : `${name}: ${value}`))
            .join(' · ')}
        </span>
      )}
    </div>
  );
}

function Who({ entry }: { readonly entry: AuditEntry }) {
  const { accountId, actingForId, systemUser } = entry;
  return (
    <span className="mono">
      {accountId ?? systemUser ?? 'unknown'}
      {actingForId === null ? null : ` for ${actingForId}`}
    </span>
  );
}
