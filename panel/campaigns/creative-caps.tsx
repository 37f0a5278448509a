import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { entriesOf, problemOfList } from '../form-lines';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import {
  CreativeDialog,
  type CreativeDialogParts,
  type CreativeFieldProps,
} from './creative-dialog';

/** Asks how often one visitor sees an ad at most. */
export function CreativeCaps(parts: CreativeDialogParts) {
  const { creative } = parts;
  const [typed, setTyped] = useState(creative.frequencyCaps?.join('; ') ?? '');
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.capsOfName', { name: creative.name })}
      input={() => ({ frequencyCaps: entriesOf(typed) })}
      isShownBy={(problems) => problemOfList(problems, 'frequencyCaps') !== undefined}
    >
      {(problems) => <CapsField value={typed} problems={problems} onChange={setTyped} />}
    </CreativeDialog>
  );
}

/** The caps of an ad as they are typed: entries with semicolons between. */
export function CapsField({ value, problems, onChange }: CreativeFieldProps) {
  return (
    <TextInput
      label={t('campaigns.caps')}
      description={t('campaigns.capsOfAdAbout')}
      data-autofocus
      value={value}
      error={problemOfList(problems, 'frequencyCaps')}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
}

/** Empty for an ad without caps of its own. */
export const capsText = ({ frequencyCaps }: Pick<Creative, 'frequencyCaps'>): string =>
  frequencyCaps === null ? '' : `${t('campaigns.caps')}: ${frequencyCaps.join('; ')}`;
