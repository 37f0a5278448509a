import { getRouteApi } from '@tanstack/react-router';
import { AuditPageOf } from '../operator/audit-page';
import { given } from '../operator/search';
import { t } from '../texts/texts';

const route = getRouteApi('/activity');

/** Changes of one's own account: log-ins, and every other change. */
export function ActivityPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AuditPageOf
      head={{ title: t('account.activity'), about: t('account.logInsAndChangesOf') }}
      reader="owner"
      search={search}
      onSearch={({ operation, object, after }) =>
        void navigate({ search: given({ operation, object, after }) })
      }
    />
  );
}
