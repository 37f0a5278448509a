import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import { amountProblem, assertTyped, toAmount } from './decimal';
import { numberProblem, toNumber, typedNumber, type TypedNumber } from './whole-number';

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
  readonly dailyLimit: TypedNumber;
}

/** Of a link that is not signed. */
const plain = { limitType: 'in_budget', isRepeatable: false, isValueMutable: false } as const;
const empty: Values = {
  name: '',
  eventType: t('campaigns.purchase'),
  value: '',
  type: 'basic',
  ...plain,
  dailyLimit: 100,
};

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
    mutationFn: ({ value, dailyLimit, ...terms }: Values) => {
      const isOpen = value.trim() === '' && terms.isValueMutable;
      assertTyped({
        value: isOpen ? null : amountProblem(value),
        dailyLimit: isSigned ? null : numberProblem(dailyLimit),
      });
      const unsigned = isSigned ? {} : { ...plain, dailyLimit: toNumber(dailyLimit) };
      const input = { ...terms, ...unsigned, value: isOpen ? null : toAmount('value', value) };
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
          <TextInput label={t('common.name')} required {...form.getInputProps('name')} />
          <TextInput
            label={t('common.kind')}
            required
            maxLength={50}
            {...form.getInputProps('eventType')}
          />
          <TextInput
            label={t('campaigns.valueInUsd')}
            inputMode="decimal"
            required={!form.values.isValueMutable}
            {...form.getInputProps('value')}
          />
          <NativeSelect
            label={t('campaigns.whoCanRecordIt')}
            data={[
              { value: 'basic', label: t('campaigns.anyPageByAScript') },
              { value: 'advanced', label: t('campaigns.onlyYourServerSigned') },
            ]}
            {...form.getInputProps('type')}
          />
        </div>
        {isSigned ? (
          <div className="pair">
            <NativeSelect
              label={t('campaigns.paid')}
              data={[
                { value: 'in_budget', label: t('campaigns.asPartOfTheHourly') },
                { value: 'out_of_budget', label: t('campaigns.besideTheHourlyBudget') },
              ]}
              {...form.getInputProps('limitType')}
            />
            <Stack gap="xs">
              <Checkbox
                label={t('campaigns.aVisitorMayDoIt')}
                {...form.getInputProps('isRepeatable', { type: 'checkbox' })}
              />
              <Checkbox
                label={t('campaigns.eachOneSaysItsOwn')}
                {...form.getInputProps('isValueMutable', { type: 'checkbox' })}
              />
            </Stack>
          </div>
        ) : (
          <TextInput
            type="number"
            label={t('campaigns.mostADay')}
            description={t('campaigns.unsignedIsPaidAfterAClick')}
            min={1}
            max={1_000_000}
            defaultValue={form.values.dailyLimit ?? ''}
            error={form.errors['dailyLimit']}
            onChange={({ currentTarget: { valueAsNumber } }) => {
              form.setFieldValue('dailyLimit', typedNumber(valueAsNumber));
            }}
          />
        )}
        <Group>
          <Button type="submit" loading={create.isPending}>
            {t('campaigns.addConversion')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
