import { StatusBadge } from '../parts/status-badge';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import type { AuditEntry } from './audit-log';

const credentials: Readonly<Record<AuditEntry['credential'], string>> = {
  apiToken: t('operator.apiToken'),
  browser: t('operator.browser'),
  accessToken: t('operator.accessToken'),
  command: t('operator.commandLine'),
  none: t('operator.noSession'),
};

/** Lines of the audit log. */
export function AuditEntries({
  entries,
  hasActors,
}: {
  readonly entries: readonly AuditEntry[];
  /** True where the entries are of several accounts. */
  readonly hasActors: boolean;
}) {
  if (entries.length === 0) return <p className="none">{t('operator.nothingIsNotedOfThat')}</p>;
  return (
    <table className="table" aria-label={t('operator.entries')}>
      <thead>
        <tr>
          <th scope="col">{t('common.when')}</th>
          <th scope="col">{t('common.what')}</th>
          {hasActors ? <th scope="col">{t('operator.who')}</th> : null}
          <th scope="col">{t('operator.fromWhere')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td data-label={t('common.when')}>
              <When at={entry.at} />
            </td>
            <td data-title>
              <What entry={entry} />
            </td>
            {hasActors ? (
              <td data-label={t('operator.who')}>
                <Who entry={entry} />
              </td>
            ) : null}
            <td data-label={t('operator.fromWhere')}>
              <span>
                {hasActors || entry.actingForId === null
                  ? credentials[entry.credential]
                  : t('operator.operatorActed', { credential: credentials[entry.credential] })}
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
  const who = accountId ?? systemUser ?? t('operator.unknown');
  return (
    <span className="mono">
      {actingForId === null ? who : t('operator.whoFor', { who, account: actingForId })}
    </span>
  );
}
