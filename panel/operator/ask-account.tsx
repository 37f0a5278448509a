import { Stack, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { SavingDialog } from '../parts/saving-dialog';
import { useFocusGivenBack } from '../parts/use-focus-given-back';
import { t } from '../texts/texts';
import { useChange } from './use-change';

const findDocument = graphql(`
  query FindAccount($name: String!) {
    account(name: $name) {
      id
    }
  }
`);

interface AskAccountProps {
  readonly title: string;
  /** Said before the field, where the title does not tell what comes of it. */
  readonly about?: ReactNode;
  /** The verb on the button. */
  readonly action: string;
  /** The text that is said when it is done. */
  readonly done: string;
  /** Keys of what is asked for again. */
  readonly changes: readonly (readonly unknown[])[];
  readonly give: (accountId: string) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks for the account that something is given to; rendered while it asks. */
export function AskAccount(props: AskAccountProps) {
  const { title, about = null, action, done, changes, give, onClose } = props;
  useFocusGivenBack();
  const [name, setName] = useState('');
  const change = useChange({
    mutate: async () => {
      const { account } = await request(findDocument, { name: name.trim() });
      await give(account.id);
    },
    ...{ done, changes, onDone: onClose },
  });
  return (
    <SavingDialog
      isBusy={change.isPending}
      {...{ title, action, onClose }}
      onSubmit={() => {
        change.mutate();
      }}
    >
      <Problem error={change.error} />
      <Stack gap="md">
        {about === null ? null : <Text size="sm">{about}</Text>}
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
      </Stack>
    </SavingDialog>
  );
}
