import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
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

interface Values {
  readonly name: string;
  readonly eventType: string;
  readonly value: string;
  readonly type: 'advanced' | 'basic';
  readonly limitType: 'in_budget' | 'out_of_budget';
  readonly isRepeatable: boolean;
  readonly isValueMutable: boolean;
}

/** What everybody could send may not do more. */
const plain = { limitType: 'in_budget', isRepeatable: false, isValueMutable: false } as const;
const empty: Values = { name: '', eventType: 'Purchase', value: '', type: 'basic', ...plain };

/** Defines a conversion: a plain image, or one that only who has the campaign’s secret can send. */
export function NewConversion({
  campaignId,
  onDone,
}: {
  readonly campaignId: string;
  readonly onDone: () => Promise<void>;
}) {
  const form = useForm({ initialValues: empty });
  const isSigned = form.values.type === 'advanced';
  const create = useMutation({
    mutationFn: ({ value, ...terms }: Values) => {
      const signed = terms.type === 'advanced' ? {} : plain;
      const isOpen = value.trim() === '' && terms.isValueMutable;
      const input = { ...terms, ...signed, value: isOpen ? null : toAmount(value) };
      return request(createDocument, { campaignId, input });
    },
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
            required={!form.values.isValueMutable}
            {...form.getInputProps('value')}
          />
          <NativeSelect
            label="Who can record it"
            data={[
              { value: 'basic', label: 'any page, by an image' },
              { value: 'advanced', label: 'only your server, signed' },
            ]}
            {...form.getInputProps('type')}
          />
        </div>
        {isSigned ? (
          <div className="pair">
            <NativeSelect
              label="Paid"
              data={[
                { value: 'in_budget', label: 'as part of the hourly budget' },
                { value: 'out_of_budget', label: 'beside the hourly budget' },
              ]}
              {...form.getInputProps('limitType')}
            />
            <Stack gap="xs">
              <Checkbox
                label="A visitor may do it more than once"
                {...form.getInputProps('isRepeatable', { type: 'checkbox' })}
              />
              <Checkbox
                label="Each one says its own value"
                {...form.getInputProps('isValueMutable', { type: 'checkbox' })}
              />
            </Stack>
          </div>
        ) : null}
        <Group>
          <Button type="submit" loading={create.isPending}>
            Add conversion
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
