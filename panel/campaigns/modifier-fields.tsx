import { Button, Fieldset, NativeSelect, TextInput } from '@mantine/core';
import { ListProblem } from '../parts/list-problem';
import { t } from '../texts/texts';
import type { CampaignFormProps } from './campaign-form';
import { isSubject, type ModifierRow, type ModifierSubject, newRow } from './modifier-row';

const subjects: Readonly<Record<ModifierSubject, string>> = {
  device: t('campaigns.modifierDevice'),
  country: t('campaigns.modifierCountry'),
  hours: t('campaigns.modifierHours'),
};

const examples: Readonly<Record<ModifierSubject, string>> = {
  device: 'mobile',
  country: 'pl',
  hours: 'Mo-Fr 09:00-17:00',
};

/** Parts of the bid by device, country and hour, one in a row. */
export function ModifierFields({ values, problems, onChange }: CampaignFormProps) {
  const rows = values.bidModifiers;
  const change = (bidModifiers: readonly ModifierRow[]) => {
    onChange({ bidModifiers });
  };
  return (
    <Fieldset className="modifiers" legend={t('campaigns.modifiers')}>
      <p className="soft">{t('campaigns.modifiersAbout')}</p>
      {rows.map((row, at) => (
        <ModifierFieldsOfRow
          key={at}
          row={row}
          number={at + 1}
          problem={problems[`bidModifiers.${at}`]}
          onChange={(changed) => {
            change(rows.with(at, { ...row, ...changed }));
          }}
          onRemove={() => {
            change(rows.toSpliced(at, 1));
          }}
        />
      ))}
      <ListProblem problem={problems['bidModifiers']} />
      <Button
        variant="default"
        onClick={() => {
          change([...rows, newRow]);
        }}
      >
        {t('campaigns.addModifier')}
      </Button>
    </Fieldset>
  );
}

interface RowProps {
  readonly row: ModifierRow;
  readonly number: number;
  readonly problem: string | undefined;
  readonly onChange: (changes: Partial<ModifierRow>) => void;
  readonly onRemove: () => void;
}

function ModifierFieldsOfRow({ row, number, problem, onChange, onRemove }: RowProps) {
  const nth = { number: String(number) };
  return (
    <div className="modifier">
      <NativeSelect
        aria-label={t('campaigns.modifierBy', nth)}
        data={Object.entries(subjects).map(([value, label]) => ({ value, label }))}
        value={row.of}
        onChange={({ currentTarget: { value } }) => {
          if (isSubject(value)) onChange({ of: value, value: '' });
        }}
      />
      <TextInput
        aria-label={t('campaigns.modifierValue', nth)}
        placeholder={examples[row.of]}
        value={row.value}
        error={problem}
        onChange={({ currentTarget: { value } }) => {
          onChange({ value });
        }}
      />
      <TextInput
        aria-label={t('campaigns.modifierMultiplier', nth)}
        placeholder="1.25"
        inputMode="decimal"
        value={row.multiplier}
        onChange={({ currentTarget: { value } }) => {
          onChange({ multiplier: value });
        }}
      />
      <Button variant="subtle" aria-label={t('campaigns.removeModifier', nth)} onClick={onRemove}>
        ×
      </Button>
    </div>
  );
}
