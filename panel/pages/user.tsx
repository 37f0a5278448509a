import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ActFor } from '../operator/act-for';
import { AuditTrail } from '../operator/audit-trail';
import { type User, userQuery } from '../operator/user';
import { UserAccess } from '../operator/user-access';
import { UserCredit } from '../operator/user-credit';
import { Facts } from '../parts/facts';
import { ButtonLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { Money } from '../parts/money';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { When } from '../parts/when';
import { t } from '../texts/texts';
import { useViewer } from '../viewer';

const route = getRouteApi('/operator/users/$id');

/** One account, as operators see it. */
export function UserPage() {
  const { id } = route.useParams();
  const user = useQuery(userQuery(id));
  const viewer = useViewer();
  return (
    <>
      <PageHead
        title={user.data?.email ?? t('operator.user')}
        about={t('operator.anAccountAndWhatIt')}
      >
        <Group gap="xs">
          {user.data === undefined ? null : <ActFor user={user.data} />}
          <ButtonLink to="/operator/users" variant="default">
            {t('operator.allUsers')}
          </ButtonLink>
        </Group>
      </PageHead>
      <Problem error={user.error} onRetry={() => void user.refetch()} />
      {user.data === undefined ? (
        user.isPending && <Loading />
      ) : (
        <>
          <AccountFacts user={user.data} />
          <UserAccess user={user.data} isOwn={viewer.id === id} />
          <UserCredit key={user.data.creditLimit} user={user.data} />
          <AuditTrail accountId={id} />
        </>
      )}
    </>
  );
}

function AccountFacts({ user }: { readonly user: User }) {
  const rows = [
    [t('common.id'), <span className="mono">{user.id}</span>],
    [t('common.since'), <When at={user.createdAt} />],
    [
      t('operator.emailConfirmed'),
      user.emailConfirmedAt === null ? t('operator.notYet') : <When at={user.emailConfirmedAt} />,
    ],
    [t('operator.funds'), <Money amount={user.funds} unit="coins" />],
    [t('operator.earnings'), <Money amount={user.earnings} unit="coins" />],
    [
      t('common.paidAt'),
      <span className="mono">{user.payoutAddress ?? t('common.noAddressYet')}</span>,
    ],
    [
      t('operator.provenAddresses'),
      <span className="mono">{user.provenAddresses.join(', ') || t('operator.none')}</span>,
    ],
    ...(user.mergedIntoId === null
      ? []
      : [[t('operator.mergedInto'), <span className="mono">{user.mergedIntoId}</span>] as const]),
  ] as const;
  return (
    <section className="card" aria-labelledby="account">
      <h2 id="account">{t('operator.account')}</h2>
      <Facts rows={rows} />
    </section>
  );
}
