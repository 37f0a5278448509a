import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { useChange } from './use-change';
import type { User } from './user';

const creditDocument = graphql(`
  mutation SetUserCredit($id: ID!, $creditLimit: Amount) {
    setCreditLimit(id: $id, creditLimit: $creditLimit) {
      id
    }
  }
`);

/** How far the funds may go below 0. */
export function UserCredit({ user }: { readonly user: User }) {
  const form = useForm({
    initialValues: {
      isUnlimited: user.creditLimit === null,
      creditLimit: user.creditLimit ?? '0',
    },
    validate: {
      creditLimit: (value, { isUnlimited }) =>
        isUnlimited || /^\d{1,8}(\.\d{1,11})?$/.test(value) ? null : 'Coins, such as 250 or 0.5.',
    },
  });
  const set = useChange({
    mutate: ({ isUnlimited, creditLimit }: typeof form.values) =>
      request(creditDocument, { id: user.id, creditLimit: isUnlimited ? null : creditLimit }),
    done: 'The credit limit is set.',
    changes: [['user', user.id]],
  });
  return (
    <section className="card" aria-labelledby="credit">
      <h2 id="credit">Credit</h2>
      <Problem error={set.error} />
      <form
        onSubmit={form.onSubmit((values) => {
          set.mutate(values, {
            onError: (error) => {
              form.setErrors(fieldErrors(error));
            },
          });
        })}
      >
        <Stack gap="md">
          <Checkbox label="No limit" {...form.getInputProps('isUnlimited', { type: 'checkbox' })} />
          {form.values.isUnlimited ? null : (
            <TextInput
              label="Credit limit"
              description="Coins that the funds may go below 0"
              inputMode="decimal"
              maw={260}
              {...form.getInputProps('creditLimit')}
            />
          )}
          <Group>
            <Button type="submit" variant="default" loading={set.isPending}>
              Set credit
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
