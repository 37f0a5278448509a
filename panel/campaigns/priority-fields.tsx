import { NativeSelect, TextInput } from '@mantine/core';
import { t } from '../texts/texts';
import type { CampaignFormProps, CampaignValues, Delivery } from './campaign-form';
import { typedNumber } from './whole-number';

type Priority = CampaignValues['priority'];

/** The priorities in words, in the order of the choice. */
const priorities: Readonly<Record<Priority, string>> = {
  standard: t('campaigns.priorityStandard'),
  sponsorship: t('campaigns.prioritySponsorship'),
  house: t('campaigns.priorityHouse'),
};

const isPriority = (value: string): value is Priority => Object.hasOwn(priorities, value);

/** Asks when the campaign is shown beside others. */
export function PriorityFields({ values, problems, onChange }: CampaignFormProps) {
  return (
    <div className="pair">
      <NativeSelect
        label={t('campaigns.priority')}
        description={t('campaigns.priorityAbout')}
        data={Object.entries(priorities).map(([value, label]) => ({ value, label }))}
        value={values.priority}
        error={problems['priority']}
        onChange={({ currentTarget: { value } }) => {
          if (isPriority(value)) onChange({ priority: value });
        }}
      />
      {(values.priority === 'sponsorship' || problems['shareOfVoice'] !== undefined) && (
        <TextInput
          type="number"
          label={t('campaigns.shareOfVoice')}
          description={t('campaigns.shareOfVoiceAbout')}
          min={1}
          max={100}
          defaultValue={values.shareOfVoice ?? ''}
          error={problems['shareOfVoice']}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            onChange({ shareOfVoice: typedNumber(valueAsNumber) });
          }}
        />
      )}
    </div>
  );
}

/** The priority, and of a sponsorship its share. */
export const priorityText = ({
  priority,
  shareOfVoice,
}: Pick<Delivery, 'priority' | 'shareOfVoice'>): string =>
  priority === 'sponsorship'
    ? t('campaigns.sponsorshipOf', { percent: String(shareOfVoice) })
    : priorities[priority];
