import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { amountProblem, toAmount, toTyped } from '../campaigns/decimal';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem, sentence } from '../parts/problem';
import { t } from '../texts/texts';
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
      creditLimit: toTyped(user.creditLimit ?? '0'),
    },
    validate: {
      creditLimit: (value, { isUnlimited }) => {
        const problem = isUnlimited ? null : amountProblem(value);
        return problem && sentence(problem);
      },
    },
  });
  const set = useChange({
    mutate: ({ isUnlimited, creditLimit }: typeof form.values) =>
      request(creditDocument, {
        id: user.id,
        creditLimit: isUnlimited ? null : toAmount('creditLimit', creditLimit),
      }),
    done: t('operator.theCreditLimitIsSet'),
    changes: [['user', user.id]],
  });
  return (
    <section className="card" aria-labelledby="credit">
      <h2 id="credit">{t('operator.credit')}</h2>
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
          <Checkbox
            label={t('operator.noLimit')}
            {...form.getInputProps('isUnlimited', { type: 'checkbox' })}
          />
          {form.values.isUnlimited ? null : (
            <TextInput
              label={t('operator.creditLimit')}
              description={t('operator.coinsThatTheFundsMay')}
              inputMode="decimal"
              maw={260}
              {...form.getInputProps('creditLimit')}
            />
          )}
          <Group>
            <Button type="submit" variant="default" loading={set.isPending}>
              {t('operator.setCredit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </section>
  );
}
