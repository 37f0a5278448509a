import { TextLink } from '../parts/links';
import { When } from '../parts/when';
import { writeNetwork } from '../parts/write-network';
import { t } from '../texts/texts';
import { AuditChange, type AuditReader } from './audit-change';
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
  reader,
  onAbout,
}: {
  readonly entries: readonly AuditEntry[];
  readonly reader: AuditReader;
  /** Shows all that was done to an object; absent where nothing can be chosen. */
  readonly onAbout?: (objectId: string) => void;
}) {
  if (entries.length === 0) return <p className="none">{t('operator.nothingIsNotedOfThat')}</p>;
  return (
    <table className="table" aria-label={t('operator.entries')}>
      <thead>
        <tr>
          <th scope="col">{t('common.when')}</th>
          <th scope="col">{t('common.what')}</th>
          {reader === 'operator' ? <th scope="col">{t('operator.who')}</th> : null}
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
              <AuditChange entry={entry} reader={reader} onAbout={onAbout} />
            </td>
            {reader === 'operator' ? (
              <td data-label={t('operator.who')}>
                <Who entry={entry} />
              </td>
            ) : null}
            <td data-label={t('operator.fromWhere')}>
              <FromWhere entry={entry} reader={reader} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FromWhere({
  entry,
  reader,
}: {
  readonly entry: AuditEntry;
  readonly reader: AuditReader;
}) {
  const { actingForId, credential, isReadersNetwork, network } = entry;
  return (
    <span>
      {reader === 'operator' || actingForId === null
        ? credentials[credential]
        : t('operator.operatorActed', { credential: credentials[credential] })}
      {network === null ? null : (
        <span className="soft audit-network">
          <span className="mono">{writeNetwork(network)}</span>
          {isReadersNetwork ? ` · ${t('audit.thisNetwork')}` : null}
        </span>
      )}
    </span>
  );
}

function Who({ entry }: { readonly entry: AuditEntry }) {
  const { accountId, actorEmail, actingForId, actingForEmail, systemUser } = entry;
  return (
    <span className="audit-who">
      {accountId === null ? (
        (systemUser ?? t('audit.somebodyUnknown'))
      ) : (
        <AccountLink id={accountId} email={actorEmail} />
      )}
      {actingForId === null
        ? null
        : t.rich('audit.forAccount', {
            account: () => <AccountLink id={actingForId} email={actingForEmail} />,
          })}
    </span>
  );
}

function AccountLink({ id, email }: { readonly id: string; readonly email: string | null }) {
  return (
    <TextLink to="/operator/users/$id" params={{ id }}>
      {email ?? id.slice(0, 8)}
    </TextLink>
  );
}
