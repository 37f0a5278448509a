import { Checkbox, TextInput } from '@mantine/core';
import { problemOfList } from '../form-lines';
import { t } from '../texts/texts';
import type { CampaignFormProps } from './campaign-form';
import { typedNumber } from './whole-number';

/** The budgets of a day and of the campaign's whole time. */
export function BudgetFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <div className="pair">
      <TextInput
        label={t('campaigns.dailyBudget')}
        description={t('campaigns.dailyBudgetAbout')}
        inputMode="decimal"
        value={values.dailyBudget}
        error={problems['dailyBudget']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ dailyBudget: value });
        }}
      />
      <TextInput
        label={t('campaigns.totalBudget')}
        description={t('campaigns.totalBudgetAbout')}
        inputMode="decimal"
        value={values.totalBudget}
        error={problems['totalBudget']}
        onChange={({ currentTarget: { value } }) => {
          onChange({ totalBudget: value });
        }}
      />
    </div>
  );
}

export function PeerFields({ values, problems, onChange }: CampaignFormProps) {
  const problemOfPeers = problemOfList(problems, 'excludedPeers');
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
      {values.showsOnPeers || problemOfPeers !== undefined ? (
        <TextInput
          label={t('campaigns.notOnSitesOf')}
          description={t('campaigns.notOnSitesOfAbout')}
          placeholder="0001-00000001-8B4E"
          value={values.excludedPeers}
          error={problemOfPeers}
          onChange={({ currentTarget: { value } }) => {
            onChange({ excludedPeers: value });
          }}
        />
      ) : null}
    </>
  );
}

export function ScheduleFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <>
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
      {values.schedule.trim() !== '' && (
        <Checkbox
          label={t('campaigns.visitorsClock')}
          description={t('campaigns.visitorsClockAbout')}
          checked={values.scheduleClock === 'visitor'}
          error={problems['scheduleClock']}
          onChange={({ currentTarget: { checked } }) => {
            onChange({ scheduleClock: checked ? 'visitor' : 'campaign' });
          }}
        />
      )}
    </>
  );
}

export function ViewabilityFields({ values, problems, onChange }: CampaignFormProps) {
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
      {values.requiresViewability && problems['unmeasuredPrice'] === undefined ? null : (
        <TextInput
          type="number"
          label={t('campaigns.otherViewsPercent')}
          description={t('campaigns.otherViewsAbout')}
          min={0}
          max={100}
          defaultValue={values.unmeasuredPrice ?? ''}
          error={problems['unmeasuredPrice']}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            onChange({ unmeasuredPrice: typedNumber(valueAsNumber) });
          }}
        />
      )}
    </>
  );
}

export function FrequencyFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <div className="pair">
      <TextInput
        label={t('campaigns.caps')}
        description={t('campaigns.capsAbout')}
        value={values.frequencyCaps}
        error={problemOfList(problems, 'frequencyCaps')}
        onChange={({ currentTarget: { value } }) => {
          onChange({ frequencyCaps: value });
        }}
      />
      <Checkbox
        label={t('campaigns.unknownVisitors')}
        description={t('campaigns.unknownVisitorsAbout')}
        checked={values.showsToUnknownVisitors}
        onChange={({ currentTarget: { checked } }) => {
          onChange({ showsToUnknownVisitors: checked });
        }}
      />
    </div>
  );
}
