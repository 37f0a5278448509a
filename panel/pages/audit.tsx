import { getRouteApi } from '@tanstack/react-router';
import { AuditPageOf } from '../operator/audit-page';
import { given } from '../operator/search';
import { t } from '../texts/texts';

const route = getRouteApi('/operator/audit');

/** Changes by everybody: actor, change, time and address. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AuditPageOf
      head={{ title: t('operator.auditLog'), about: t('operator.whoChangedWhatWhenFrom') }}
      reader="operator"
      search={search}
      onSearch={({ account, operation, object, after }) =>
        void navigate({ search: given({ account, operation, object, after }) })
      }
    />
  );
}
