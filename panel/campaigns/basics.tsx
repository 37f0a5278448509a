import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MediumFields } from '../parts/medium-fields';
import { formatShort } from '../parts/money';
import { t } from '../texts/texts';
import { withScheme } from '../typed-url';
import { type CampaignFormProps, describeHourlyBudget } from './campaign-form';
import {
  BudgetFields,
  FrequencyFields,
  PeerFields,
  ScheduleFields,
  ViewabilityFields,
} from './delivery-fields';
import { minimumsQuery } from './minimums';
import { ModifierFields } from './modifier-fields';
import { CategoryFields } from './category-fields';
import { PriorityFields } from './priority-fields';
import { RotationFields } from './rotation';
import { TimesFields } from './times-fields';

const paces = ['even', 'front_loaded', 'asap'] as const;

/** The step for the campaign's name, dates and money. */
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
        label={t('common.name')}
        description={t('common.forYouToTellIt')}
        required
        maxLength={255}
        value={values.name}
        error={problems['name']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ name: value });
        }}
      />
      <TextInput
        label={t('campaigns.note')}
        description={t('campaigns.noteIsYours')}
        maxLength={500}
        value={values.note}
        error={problems['note']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ note: value });
        }}
      />
      <PartyFields values={values} problems={problems} onChange={onChange} />
      {hasMedium ? <WhereToShow values={values} problems={problems} onChange={onChange} /> : null}
      <TextInput
        label={t('campaigns.landingPage')}
        description={t('campaigns.whereAClickLeads', {
          cid: '{cid}',
          site: '{site}',
          campaign: '{campaign}',
        })}
        placeholder="https://example.com/offer?case={cid}"
        type="url"
        inputMode="url"
        required
        value={values.landingUrl}
        error={problems['landingUrl']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ landingUrl: value });
        }}
        onBlur={() => {
          onChange((before) => ({ landingUrl: withScheme(before.landingUrl) }));
        }}
      />
      <MoneyFields values={values} problems={problems} onChange={onChange} />
      <BudgetFields values={values} problems={problems} onChange={onChange} />
      <div className="pair">
        <TimesFields
          {...{ values, problems, onChange }}
          about={{
            startsAt: t('campaigns.emptyAtOnce'),
            endsAt: t('campaigns.emptyWhenYouStopIt'),
          }}
        />
      </div>
      <ScheduleFields values={values} problems={problems} onChange={onChange} />
      <ModifierFields values={values} problems={problems} onChange={onChange} />
      <FrequencyFields values={values} problems={problems} onChange={onChange} />
      <RotationFields values={values} problems={problems} onChange={onChange} />
      <CategoryFields values={values} problems={problems} onChange={onChange} />
      <PriorityFields values={values} problems={problems} onChange={onChange} />
      <PeerFields values={values} problems={problems} onChange={onChange} />
      <ViewabilityFields values={values} problems={problems} onChange={onChange} />
    </Stack>
  );
}

/** The names that visitors are told. */
function PartyFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <div className="pair">
      <TextInput
        label={t('campaigns.behalf')}
        description={t('campaigns.behalfAbout')}
        maxLength={100}
        value={values.behalf}
        error={problems['behalf']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ behalf: value });
        }}
      />
      <TextInput
        label={t('campaigns.paidBy')}
        description={t('campaigns.paidAbout')}
        maxLength={100}
        value={values.paid}
        error={problems['paid']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ paid: value });
        }}
      />
    </div>
  );
}

function WhereToShow({ values, problems, onChange }: CampaignFormProps) {
  return (
    <MediumFields
      {...{ values, problems }}
      label={t('campaigns.where')}
      description={t('campaigns.whatKindOfPlaceShows')}
      vendorDescription={t('campaigns.oneOfThemOrAll')}
      noVendor={t('campaigns.all')}
      onChange={(chosen) => {
        // Another place takes other creatives and targeting: the choices for this place go.
        onChange({ ...chosen, targeting: { requires: {}, excludes: {} }, creatives: [] });
      }}
    />
  );
}

function MoneyFields({ values, problems, onChange }: CampaignFormProps) {
  const { budget, budgetPeriod } = values;
  const least = useQuery(minimumsQuery).data;
  const ofHour = budgetPeriod === 'day' ? describeHourlyBudget(values) : null;
  return (
    <>
      <div className="pair">
        <TextInput
          label={t('campaigns.budgetInUsd')}
          description={
            ofHour ??
            (least === undefined
              ? t('campaigns.theMostThatItSpends')
              : t('campaigns.theMostAndLeast', { least: formatShort(least.hourlyBudget, 'USD') }))
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
          label={t('campaigns.budgetFor')}
          description={t('campaigns.itIsKeptHourBy')}
          data={[
            { value: 'day', label: t('campaigns.aDay') },
            { value: 'hour', label: t('campaigns.oneHour') },
          ]}
          value={budgetPeriod}
          onChange={({ currentTarget: { value } }) => {
            onChange({ budgetPeriod: value === 'day' ? 'day' : 'hour' });
          }}
        />
        <NativeSelect
          label={t('campaigns.pace')}
          description={t('campaigns.howBudgetsAreSpent')}
          data={[
            { value: 'even', label: t('campaigns.evenly') },
            { value: 'front_loaded', label: t('campaigns.moreAtFirst') },
            { value: 'asap', label: t('campaigns.asFastAsPossible') },
          ]}
          value={values.pacing}
          error={problems['pacing']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ pacing: paces.find((pace) => pace === value) ?? 'even' });
          }}
        />
      </div>
      <div className="pair">
        <TextInput
          label={t('campaigns.usdFor1000Views')}
          description={
            least === undefined
              ? t('campaigns.emptyFoundByItselfFrom')
              : t('campaigns.emptyFoundOrLeast', { least: formatShort(least.cpm, 'USD') })
          }
          placeholder={t('campaigns.automatic')}
          inputMode="decimal"
          value={values.maxCpm}
          error={problems['maxCpm']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ maxCpm: value });
          }}
        />
        <TextInput
          label={t('campaigns.usdForAClick')}
          description={t('campaigns.emptyClicksAreFree')}
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
