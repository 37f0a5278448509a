import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { errorOfLast } from '../parts/error-of-last';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { t } from '../texts/texts';

const renameDocument = graphql(`
  mutation RenameBidStrategy($id: ID!, $name: String!) {
    renameBidStrategy(id: $id, name: $name) {
      id
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteBidStrategy($id: ID!) {
    deleteBidStrategy(id: $id)
  }
`);

interface OwnStrategyProps {
  readonly strategy: { readonly id: string; readonly name: string };
  /** True for the one by which the campaign bids: it cannot be deleted. */
  readonly isInUse: boolean;
  readonly onChanged: () => Promise<void>;
}

/** A bid strategy of the advertiser’s own, to be renamed or deleted. */
export function OwnStrategy({ strategy: { id, name }, isInUse, onChanged }: OwnStrategyProps) {
  const [typed, setTyped] = useState(name);
  const rename = useMutation({
    mutationFn: () => request(renameDocument, { id, name: typed.trim() }),
    onSuccess: () => {
      say(t('campaigns.theStrategyIsRenamed', { name: typed.trim() }));
      return onChanged();
    },
  });
  const remove = useMutation({
    mutationFn: () => request(deleteDocument, { id }),
    onSuccess: () => {
      say(t('campaigns.theStrategyIsDeleted'));
    },
    onSettled: onChanged,
  });
  const error = errorOfLast(rename, remove);
  const problem = fieldErrors(error)['name'];
  return (
    <form
      className="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate();
      }}
    >
      <TextInput
        label={t('campaigns.nameOfStrategy', { name })}
        required
        maxLength={255}
        value={typed}
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
        }}
      />
      <Button
        type="submit"
        variant="default"
        disabled={typed.trim() === name}
        loading={rename.isPending}
      >
        {t('campaigns.rename')}
      </Button>
      {isInUse ? null : (
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() => {
            remove.mutate();
          }}
        >
          {t('common.deleteName', { name })}
        </Button>
      )}
      <Problem error={problem === undefined ? error : null} />
    </form>
  );
}
