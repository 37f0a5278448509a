import { Button, NativeSelect } from '@mantine/core';
import { t } from '../texts/texts';
import { AccountPick } from './account-pick';
import { changesToPick } from './change-name';

/** Entries that are looked for; undefined: any. */
export interface AuditSearch {
  readonly account?: string | undefined;
  readonly operation?: string | undefined;
  readonly object?: string | undefined;
}

/** Picks of the audit log. What is about one object is chosen at an entry, and dropped here. */
export function AuditFilter({
  search,
  objectName,
  onFind,
  hasAccounts,
}: {
  readonly search: AuditSearch;
  /** The name of the object that is looked for. */
  readonly objectName: string | null;
  readonly onFind: (search: AuditSearch) => void;
  /** True where entries of several accounts are shown. */
  readonly hasAccounts: boolean;
}) {
  const { account, operation, object } = search;
  const isUnknown =
    operation !== undefined && !changesToPick.some(({ value }) => value === operation);
  const data = isUnknown
    ? [{ value: operation, label: operation }, ...changesToPick]
    : changesToPick;
  return (
    <div className="filters" role="search">
      {hasAccounts ? (
        <AccountPick
          aria-label={t('operator.account')}
          placeholder={t('audit.anybody')}
          accountId={account ?? null}
          onPick={(picked) => {
            onFind({ ...search, account: picked ?? undefined });
          }}
        />
      ) : null}
      <NativeSelect
        aria-label={t('audit.change')}
        data={[{ value: '', label: t('audit.anyChange') }, ...data]}
        value={operation ?? ''}
        onChange={({ currentTarget: { value } }) => {
          onFind({ ...search, operation: value === '' ? undefined : value });
        }}
      />
      {object === undefined ? null : (
        <span className="audit-about">
          {t('audit.about', { name: objectName ?? object.slice(0, 8) })}{' '}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              onFind({ ...search, object: undefined });
            }}
          >
            {t('audit.showAll')}
          </Button>
        </span>
      )}
    </div>
  );
}
