import { Anchor } from '@mantine/core';
import { TextLink } from '../parts/links';
import { mono } from '../parts/mono';
import { StatusBadge } from '../parts/status-badge';
import { t } from '../texts/texts';
import type { AuditEntry } from './audit-log';
import { changeName } from './change-name';
import { type ChangedMember, directionOf, memberName, writeValue } from './changed-value';

/** The reader’s part in the entries: of one’s own account, or of everybody’s as an operator. */
export type AuditReader = 'owner' | 'operator';

interface Props {
  readonly entry: AuditEntry;
  readonly reader: AuditReader;
}

const problems: Readonly<Record<string, string>> = {
  NOT_FOUND: t('audit.notThere'),
  FORBIDDEN: t('audit.notAllowed'),
  UNAUTHENTICATED: t('audit.notAllowed'),
  BAD_REQUEST: t('audit.refusedValue'),
  VALIDATION_FAILED: t('audit.refusedValue'),
  CONFLICT: t('audit.inTheWay'),
  TOO_MANY_REQUESTS: t('audit.tooOften'),
  INTERNAL_SERVER_ERROR: t('audit.serverFailed'),
  SERVICE_UNAVAILABLE: t('audit.serverFailed'),
};

/** A change in words: what was done to what, with the values before and after. */
export function AuditChange({
  entry,
  reader,
  onAbout,
}: Props & {
  /** Shows all that was done to the object; absent where nothing can be chosen. */
  readonly onAbout?: ((objectId: string) => void) | undefined;
}) {
  const { outcome, errorCode, objectId } = entry;
  return (
    <div className="audit-what">
      <Sentence entry={entry} reader={reader} />{' '}
      {outcome === 'done' ? null : <StatusBadge status={outcome} />}
      {errorCode === null ? null : (
        <span className="soft"> {problems[errorCode] ?? errorCode}</span>
      )}
      {objectId === null || onAbout === undefined ? null : (
        <Anchor
          component="button"
          size="sm"
          className="audit-line"
          onClick={() => {
            onAbout(objectId);
          }}
        >
          {t('audit.allAboutIt')}
        </Anchor>
      )}
    </div>
  );
}

function Sentence({ entry, reader }: Props) {
  const { credential, members, objectId, operation } = entry;
  const told = members.filter(({ name }) => memberName(name) !== null);
  const [only] = told;
  if (only && told.length === 1 && objectId !== null && isPair(only) && setsMembers(operation))
    return <strong>{changeOf(entry, reader, only)}</strong>;
  const lines = credential === 'command' ? members.map(plainLine) : told.map(lineOf);
  const what =
    credential === 'command'
      ? t.rich('audit.byCommand', { mono, command: operation })
      : changeName(operation);
  return (
    <>
      <strong>
        {what} <ObjectName entry={entry} reader={reader} />
      </strong>
      {lines.map((line) => (
        <span key={line} className="soft audit-line">
          {line}
        </span>
      ))}
    </>
  );
}

/** Says that a change gives members of a thing other values, and does nothing else. */
const setsMembers = (operation: string): boolean => /^(?:rename|set|update)[A-Z]/.test(operation);

const isPair = ({ value, before }: ChangedMember): boolean => value !== null && before !== null;

const sentences = {
  lowered: 'audit.lowered',
  raised: 'audit.raised',
  changed: 'audit.changedMember',
} as const;

/** The change of one member whose value before is known. */
function changeOf(entry: AuditEntry, reader: AuditReader, member: ChangedMember) {
  const { name, value, before } = member;
  return t.rich(sentences[directionOf(member) ?? 'changed'], {
    object: () => <ObjectName entry={entry} reader={reader} />,
    member: memberName(name) ?? name,
    before: writeValue(name, before ?? 'null'),
    value: writeValue(name, value ?? 'null'),
  });
}

function lineOf({ name, value, before }: ChangedMember): string {
  const member = memberName(name) ?? name;
  if (value === null) return member;
  return before === null
    ? t('audit.member', { member, value: writeValue(name, value) })
    : t('audit.memberBefore', {
        member,
        value: writeValue(name, value),
        before: writeValue(name, before),
      });
}

/** An option of a command, as it was typed. */
const plainLine = ({ name, value }: ChangedMember): string =>
  value === null ? name : `${name}: ${value}`;

/** The name of what was changed, with its page where the reader has one. */
function ObjectName({ entry, reader }: Props) {
  const { objectKind, objectId, objectName, operation } = entry;
  if (objectId === null) return null;
  const name = objectName ?? objectId.slice(0, 8);
  if (reader === 'operator')
    return objectKind === 'Account' ? (
      <TextLink to="/operator/users/$id" params={{ id: objectId }}>
        {name}
      </TextLink>
    ) : (
      <em>{name}</em>
    );
  // A deleted thing has no page any more.
  if (objectName === null || operation.startsWith('delete')) return <em>{name}</em>;
  if (objectKind === 'Campaign')
    return (
      <TextLink to="/campaigns/$id" params={{ id: objectId }}>
        {name}
      </TextLink>
    );
  return objectKind === 'Site' ? (
    <TextLink to="/sites/$id" params={{ id: objectId }}>
      {name}
    </TextLink>
  ) : (
    <em>{name}</em>
  );
}
