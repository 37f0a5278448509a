import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Invite } from '../operator/invite';
import { usersQuery } from '../operator/listed-user';
import { UserList } from '../operator/user-list';
import { PageHead } from '../parts/page-head';
import { t } from '../texts/texts';
import { readUsersSearch, type UsersChange } from './users.search';

const route = getRouteApi('/operator/users');

/** Everybody who can log in, the newest first. */
export function UsersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const users = useQuery(usersQuery(search));
  const onChange = (changes: UsersChange) =>
    void navigate({
      // The search as it is then: two changes may come in one moment.
      search: (before) => readUsersSearch({ ...before, page: undefined, ...changes }),
      resetScroll: changes.page !== undefined,
    });
  return (
    <>
      <PageHead title={t('operator.users')} about={t('operator.everybodyWhoCanLogIn')} />
      <Invite />
      <UserList {...{ query: users, search, onChange }} />
    </>
  );
}
