import { Button, Group } from '@mantine/core';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { Money } from '../parts/money';
import { useFocusGivenBack } from '../parts/use-focus-given-back';
import { t } from '../texts/texts';
import { AskAccount } from './ask-account';
import { peersQuery } from './peers';
import { useChange } from './use-change';

const assignDocument = graphql(`
  mutation AssignPeerReceipt($id: ID!, $accountId: ID!) {
    assignPeerReceipt(id: $id, accountId: $accountId) {
      id
    }
  }
`);

const keepDocument = graphql(`
  mutation KeepPeerReceipt($id: ID!) {
    keepPeerReceipt(id: $id) {
      id
    }
  }
`);

/** As much of a receipt as its questions name. */
interface Receipt {
  readonly id: string;
  readonly transactionId: string;
  readonly amount: string;
}

/** A word on a receipt that is asked about. */
export interface AskedWord {
  readonly word: 'assign' | 'keep';
  readonly receipt: Receipt;
}

export const receiptsKey = ['peer-receipts'];
const changes = [receiptsKey, peersQuery.queryKey];

/** Either word on coins that their server has not explained. */
export function ReceiptButtons({
  receipt,
  onAsk,
}: {
  readonly receipt: Receipt;
  readonly onAsk: (asked: AskedWord) => void;
}) {
  const { transactionId: transaction } = receipt;
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        variant="default"
        size="xs"
        aria-label={t('peers.giveOne', { transaction })}
        onClick={() => {
          onAsk({ word: 'assign', receipt });
        }}
      >
        {t('peers.give')}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={t('peers.keepOne', { transaction })}
        onClick={() => {
          onAsk({ word: 'keep', receipt });
        }}
      >
        {t('peers.keep')}
      </Button>
    </Group>
  );
}

/** Says what comes of a word, and asks for it; rendered while it asks. */
export function ReceiptQuestion({
  asked: { word, receipt },
  onClose,
}: {
  readonly asked: AskedWord;
  readonly onClose: () => void;
}) {
  return word === 'keep' ? (
    <Keep {...{ receipt, onClose }} />
  ) : (
    <AskAccount
      title={t('peers.giveOne', { transaction: receipt.transactionId })}
      about={
        <>
          <Money amount={receipt.amount} unit="coins" />: {t('peers.giveAbout')}
        </>
      }
      action={t('peers.give')}
      done={t('peers.given')}
      give={(accountId) => request(assignDocument, { id: receipt.id, accountId })}
      {...{ changes, onClose }}
    />
  );
}

function Keep({ receipt, onClose }: { readonly receipt: Receipt; readonly onClose: () => void }) {
  const { id, transactionId: transaction, amount } = receipt;
  useFocusGivenBack();
  const keep = useChange({
    mutate: () => request(keepDocument, { id }),
    done: t('peers.isKept'),
    ...{ changes, onDone: onClose },
  });
  return (
    <Confirm
      isOpen
      title={t('peers.keepOne', { transaction })}
      action={t('peers.keep')}
      isBusy={keep.isPending}
      error={keep.error}
      onConfirm={() => {
        keep.mutate();
      }}
      onClose={onClose}
    >
      <Money amount={amount} unit="coins" />: {t('peers.keepAbout')}
    </Confirm>
  );
}
