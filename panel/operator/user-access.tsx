import { Alert, Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { t, wordOf } from '../texts/texts';
import { useChange } from './use-change';
import { useReasonedChange } from './use-reasoned-change';
import type { User } from './user';

export const suspendDocument = graphql(`
  mutation SuspendUser($id: ID!, $reason: String!) {
    suspendAccount(id: $id, reason: $reason) {
      id
    }
  }
`);

export const resumeUserDocument = graphql(`
  mutation ResumeUser($id: ID!) {
    resumeAccount(id: $id) {
      id
    }
  }
`);

const rolesDocument = graphql(`
  mutation SetUserRoles($id: ID!, $roles: [Role!]!) {
    setRoles(id: $id, roles: $roles) {
      id
    }
  }
`);

const roles = ['advertiser', 'publisher', 'operator'] as const;

/** The user's access and rights. */
export function UserAccess({ user, isOwn }: { readonly user: User; readonly isOwn: boolean }) {
  return (
    <section className="card" aria-labelledby="access">
      <h2 id="access">{t('operator.access')}</h2>
      {isOwn ? (
        <Alert color="gray" mb="md">
          {t('operator.thisIsYourOwnAccount')}
        </Alert>
      ) : null}
      <Roles key={user.roles.join()} user={user} isOwn={isOwn} />
      <Suspension user={user} isOwn={isOwn} />
    </section>
  );
}

function Roles({ user, isOwn }: { readonly user: User; readonly isOwn: boolean }) {
  const [chosen, setChosen] = useState<readonly string[]>(user.roles);
  const set = useChange({
    mutate: () =>
      request(rolesDocument, {
        id: user.id,
        roles: roles.filter((role) => chosen.includes(role)),
      }),
    done: t('operator.theRolesAreSet'),
    changes: [['user', user.id], ['users']],
  });
  const isChanged = chosen.toSorted().join() !== user.roles.toSorted().join();
  return (
    <Stack gap="sm" mb="lg">
      <Problem error={set.error} />
      <Checkbox.Group label={t('common.roles')} value={[...chosen]} onChange={setChosen}>
        <Group mt="xs">
          {roles.map((role) => (
            <Checkbox key={role} value={role} label={wordOf(role)} disabled={isOwn} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group>
        <Button
          variant="default"
          disabled={!isChanged}
          loading={set.isPending}
          onClick={() => {
            set.mutate();
          }}
        >
          {t('operator.setRoles')}
        </Button>
      </Group>
    </Stack>
  );
}

function Suspension({ user, isOwn }: { readonly user: User; readonly isOwn: boolean }) {
  const changes = [['user', user.id], ['users']];
  const suspend = useReasonedChange<User>({
    title: ({ email }) =>
      t('operator.suspendQuestion', { who: email ?? t('operator.thisAccount') }),
    about: t('operator.theOwnerReadsItAt'),
    action: t('operator.suspend'),
    mutate: ({ id }, reason) => request(suspendDocument, { id, reason }),
    done: t('operator.theAccountIsSuspended'),
    changes,
  });
  const resume = useChange({
    mutate: () => request(resumeUserDocument, { id: user.id }),
    done: t('operator.theAccountMayComeIn'),
    changes,
  });
  return (
    <>
      <Problem error={resume.error} />
      {user.suspendedReason === null ? (
        <Button
          variant="light"
          color="red"
          disabled={isOwn}
          onClick={() => {
            suspend.choose(user);
          }}
        >
          {t('operator.suspend')}
        </Button>
      ) : (
        <Alert color="red" title={t('operator.suspended')}>
          {user.suspendedReason}
          <Button
            variant="default"
            size="xs"
            mt="xs"
            display="block"
            loading={resume.isPending}
            onClick={() => {
              resume.mutate();
            }}
          >
            {t('operator.letInAgain')}
          </Button>
        </Alert>
      )}
      {suspend.dialog}
    </>
  );
}
