import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { entriesOf, problemOfList } from '../form-lines';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';

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
      {(problems) => (
        <TextInput
          label={t('campaigns.caps')}
          description={t('campaigns.capsOfAdAbout')}
          data-autofocus
          value={typed}
          error={problemOfList(problems, 'frequencyCaps')}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
          }}
        />
      )}
    </CreativeDialog>
  );
}

/** Empty for an ad without caps of its own. */
export const capsText = ({ frequencyCaps }: Pick<Creative, 'frequencyCaps'>): string =>
  frequencyCaps === null ? '' : `${t('campaigns.caps')}: ${frequencyCaps.join('; ')}`;
