import { Checkbox, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MediumFields } from '../parts/medium-fields';
import { formatShort } from '../parts/money';
import { t } from '../texts/texts';
import { type CampaignFormProps, describeHourlyBudget, landingUrlOf } from './campaign-form';
import { minimumsQuery } from './minimums';

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
          onChange((before) => ({ landingUrl: landingUrlOf(before) }));
        }}
      />
      <MoneyFields values={values} problems={problems} onChange={onChange} />
      <div className="pair">
        <TextInput
          label={t('campaigns.starts')}
          description={t('campaigns.emptyAtOnce')}
          type="datetime-local"
          value={values.startsAt}
          error={problems['startsAt']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ startsAt: value });
          }}
        />
        <TextInput
          label={t('campaigns.ends')}
          description={t('campaigns.emptyWhenYouStopIt')}
          type="datetime-local"
          value={values.endsAt}
          error={problems['endsAt']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ endsAt: value });
          }}
        />
      </div>
      <ScheduleFields values={values} problems={problems} onChange={onChange} />
      <PeerFields values={values} problems={problems} onChange={onChange} />
      <ViewabilityFields values={values} problems={problems} onChange={onChange} />
    </Stack>
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

function PeerFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <>
      <Checkbox
        label={t('campaigns.onSitesOfOtherServers')}
        description={t('campaigns.otherServersTakeAPart')}
        checked={values.showsOnPeers}
        error={problems['showsOnPeers']}
        onChange={({ currentTarget: { checked } }) => {
          onChange({ showsOnPeers: checked });
        }}
      />
      {values.showsOnPeers ? (
        <TextInput
          label={t('campaigns.notOnSitesOf')}
          description={t('campaigns.notOnSitesOfAbout')}
          placeholder="0001-00000001-8B4E"
          value={values.excludedPeers}
          error={problemOfList(problems, 'excludedPeers')}
          onChange={({ currentTarget: { value } }) => {
            onChange({ excludedPeers: value });
          }}
        />
      ) : null}
    </>
  );
}

/** The server names the entry of a list that it does not take. */
const problemOfList = (problems: CampaignFormProps['problems'], name: string) =>
  Object.entries(problems).find(([field]) => field.split('.')[0] === name)?.[1];

function ScheduleFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <div className="pair">
      <TextInput
        label={t('campaigns.hours')}
        description={t('campaigns.hoursAbout')}
        placeholder="Mo-Fr 09:00-17:00; Sa 10:00-14:00"
        value={values.schedule}
        error={problemOfList(problems, 'schedule')}
        onChange={({ currentTarget: { value } }) => {
          onChange({ schedule: value });
        }}
      />
      <TextInput
        label={t('campaigns.timeZone')}
        description={t('campaigns.timeZoneAbout')}
        placeholder="Europe/Warsaw"
        value={values.timeZone}
        error={problems['timeZone']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ timeZone: value });
        }}
      />
    </div>
  );
}

function ViewabilityFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <>
      <Checkbox
        label={t('campaigns.measuredViewsAlone')}
        description={t('campaigns.measuredViewsAbout')}
        checked={values.requiresViewability}
        error={problems['requiresViewability']}
        onChange={({ currentTarget: { checked } }) => {
          onChange({ requiresViewability: checked });
        }}
      />
      {values.requiresViewability ? null : (
        <NumberInput
          label={t('campaigns.otherViewsPercent')}
          description={t('campaigns.otherViewsAbout')}
          min={0}
          max={100}
          allowDecimal={false}
          value={values.unmeasuredPrice}
          error={problems['unmeasuredPrice']}
          onChange={(value) => {
            if (typeof value === 'number') onChange({ unmeasuredPrice: value });
          }}
        />
      )}
    </>
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
          description={t('campaigns.howAnHoursBudgetIs')}
          data={[
            { value: 'even', label: t('campaigns.evenly') },
            { value: 'asap', label: t('campaigns.asFastAsPossible') },
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
