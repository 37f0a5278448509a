import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { MediumFields } from '../parts/medium-fields';
import { formatMoney } from '../parts/money';
import { type CampaignFormProps, hourlyBudgetOf } from './campaign-form';
import { parseDecimal } from './decimal';

/** What is advertised, when and for how much. */
export function Basics({
  values,
  problems,
  onChange,
  hasMedium,
}: CampaignFormProps & {
  /** It is chosen once, with a new campaign. */
  readonly hasMedium: boolean;
}) {
  return (
    <Stack gap="md">
      <TextInput
        label="Name"
        description="For you, to tell it from others"
        required
        maxLength={255}
        value={values.name}
        error={problems['name']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ name: value });
        }}
      />
      {hasMedium ? <WhereToShow values={values} problems={problems} onChange={onChange} /> : null}
      <TextInput
        label="Landing page"
        description="Where a click leads. {cid} becomes the id of the visit, {sid} the site, {pid} the publisher"
        placeholder="https://example.com/offer?case={cid}"
        type="url"
        inputMode="url"
        required
        value={values.landingUrl}
        error={problems['landingUrl']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ landingUrl: value });
        }}
      />
      <MoneyFields values={values} problems={problems} onChange={onChange} />
      <div className="pair">
        <TextInput
          label="Starts"
          description="Empty: at once"
          type="datetime-local"
          value={values.startsAt}
          error={problems['startsAt']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ startsAt: value });
          }}
        />
        <TextInput
          label="Ends"
          description="Empty: when you stop it"
          type="datetime-local"
          value={values.endsAt}
          error={problems['endsAt']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ endsAt: value });
          }}
        />
      </div>
    </Stack>
  );
}

function WhereToShow({ values, problems, onChange }: CampaignFormProps) {
  return (
    <MediumFields
      {...{ values, problems }}
      label="Where"
      description="What kind of place shows it; it cannot be changed later"
      vendorDescription="One of them, or all"
      noVendor="All"
      onChange={(chosen) => {
        // What another place takes is another: what was chosen for this one goes.
        onChange({ ...chosen, targeting: { requires: {}, excludes: {} }, creatives: [] });
      }}
    />
  );
}

function MoneyFields({ values, problems, onChange }: CampaignFormProps) {
  const { budget, budgetPeriod } = values;
  const isDay = budgetPeriod === 'day';
  const perHour = parseDecimal(budget) === null ? null : hourlyBudgetOf(values);
  return (
    <>
      <div className="pair">
        <TextInput
          label="Budget in USD"
          description={
            isDay && perHour !== null
              ? `${formatMoney(perHour, 'USD')} an hour`
              : 'The most that it spends'
          }
          inputMode="decimal"
          required
          value={budget}
          error={problems['hourlyBudget']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ budget: value });
          }}
        />
        <NativeSelect
          label="Budget for"
          description="It is kept hour by hour"
          data={[
            { value: 'day', label: 'a day' },
            { value: 'hour', label: 'an hour' },
          ]}
          value={budgetPeriod}
          onChange={({ currentTarget: { value } }) => {
            onChange({ budgetPeriod: value === 'day' ? 'day' : 'hour' });
          }}
        />
        <NativeSelect
          label="Pace"
          description="How an hour’s budget is spent"
          data={[
            { value: 'even', label: 'Evenly' },
            { value: 'asap', label: 'As fast as possible' },
          ]}
          value={values.pacing}
          error={problems['pacing']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ pacing: value === 'asap' ? 'asap' : 'even' });
          }}
        />
      </div>
      <div className="pair">
        <TextInput
          label="USD for 1,000 views"
          description="Empty: found by itself, from the budget and the results"
          placeholder="automatic"
          inputMode="decimal"
          value={values.maxCpm}
          error={problems['maxCpm']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ maxCpm: value });
          }}
        />
        <TextInput
          label="USD for a click"
          description="Empty: clicks are free"
          inputMode="decimal"
          value={values.maxCpc}
          error={problems['maxCpc']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ maxCpc: value });
          }}
        />
      </div>
    </>
  );
}
