import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { toAmount } from './decimal';

const createDocument = graphql(`
  mutation CreateConversion($campaignId: ID!, $input: CreateConversionInput!) {
    createConversion(campaignId: $campaignId, input: $input) {
      id
    }
  }
`);

/** Defines a basic conversion; signed ones are made by the API, as they need a program. */
export function NewConversion({
  campaignId,
  onDone,
}: {
  readonly campaignId: string;
  readonly onDone: () => Promise<void>;
}) {
  const form = useForm({ initialValues: { name: '', eventType: 'Purchase', value: '' } });
  const create = useMutation({
    mutationFn: ({ name, eventType, value }: typeof form.values) =>
      request(createDocument, {
        campaignId,
        input: {
          name,
          eventType,
          value: toAmount(value),
          type: 'basic',
          limitType: 'in_budget',
          isRepeatable: false,
          isValueMutable: false,
        },
      }),
    onSuccess: onDone,
    onError: (error) => {
      form.setErrors(fieldErrors(error));
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        create.mutate(values);
      })}
    >
      <Stack gap="md" mt="md">
        {Object.keys(form.errors).length > 0 ? null : <Problem error={create.error} />}
        <div className="pair">
          <TextInput label="Name" required {...form.getInputProps('name')} />
          <TextInput label="Kind" required maxLength={50} {...form.getInputProps('eventType')} />
          <TextInput
            label="Value in USD"
            inputMode="decimal"
            required
            {...form.getInputProps('value')}
          />
        </div>
        <Group>
          <Button type="submit" loading={create.isPending}>
            Add conversion
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
