import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { Coins } from '../money/coins';
import { TableCard } from '../parts/table-card';
import { When } from '../parts/when';
import { lookEveryMs } from '../statistics/use-now';
import { t } from '../texts/texts';
import { useChange } from './use-change';

const depositsDocument = graphql(`
  query UnassignedDeposits {
    allDeposits(isUnassigned: true, first: 100) {
      id
      amount
      sender
      transactionId
      sentAt
    }
  }
`);

const findDocument = graphql(`
  query FindAccount($name: String!) {
    account(name: $name) {
      id
    }
  }
`);

const assignDocument = graphql(`
  mutation AssignDeposit($id: ID!, $accountId: ID!) {
    assignDeposit(id: $id, accountId: $accountId) {
      id
    }
  }
`);

type Deposit = ResultOf<typeof depositsDocument>['allDeposits'][number];

/** Deposits that name nobody, each with a button that gives it to an account's funds. */
export function UnassignedDeposits() {
  const [chosen, setChosen] = useState<Deposit | null>(null);
  const deposits = useQuery({
    queryKey: ['unassigned-deposits'],
    queryFn: async ({ signal }) => (await request(depositsDocument, {}, signal)).allDeposits,
    refetchInterval: lookEveryMs,
  });
  return (
    <>
      <TableCard
        id="unassigned"
        title={t('operator.depositsThatNameNobody')}
        query={deposits}
        count={deposits.data?.length}
        none={t('operator.everyDepositHasItsAccount')}
        head={
          <>
            <th scope="col">{t('common.from')}</th>
            <th scope="col">{t('operator.sent')}</th>
            <th scope="col" className="number">
              {t('common.amount')}
            </th>
            <td />
          </>
        }
      >
        {deposits.data?.map((deposit) => (
          <tr key={deposit.id}>
            <td data-title>
              <span className="mono">{deposit.sender}</span>
              <div className="mono soft">{deposit.transactionId}</div>
            </td>
            <td data-label={t('operator.sent')}>
              <When at={deposit.sentAt} />
            </td>
            <td data-label={t('common.amount')} className="number">
              <Coins amount={deposit.amount} />
            </td>
            <td data-title className="row-actions">
              <Button
                variant="default"
                size="xs"
                aria-label={t('operator.assignName', { name: deposit.transactionId })}
                onClick={() => {
                  setChosen(deposit);
                }}
              >
                {t('operator.assign')}
              </Button>
            </td>
          </tr>
        ))}
      </TableCard>
      {chosen === null ? null : (
        <Assign
          deposit={chosen}
          onClose={() => {
            setChosen(null);
          }}
        />
      )}
    </>
  );
}

function Assign({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const assign = useChange({
    mutate: async () => {
      const { account } = await request(findDocument, { name: name.trim() });
      await request(assignDocument, { id: deposit.id, accountId: account.id });
    },
    done: t('operator.theDepositIsInThe'),
    changes: [['unassigned-deposits']],
    onDone: onClose,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    assign.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('operator.whoseDepositIsThis')}>
      <Problem error={assign.error} />
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('operator.account')}
            description={t('operator.emailOrIdThisCannot')}
            required
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={assign.isPending}>
              {t('operator.assign')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
