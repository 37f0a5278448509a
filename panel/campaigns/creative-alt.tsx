import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { t } from '../texts/texts';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';

/** Asks for the text of an ad for visitors who do not see it. */
export function CreativeAlt(parts: CreativeDialogParts) {
  const { creative } = parts;
  const [alt, setAlt] = useState(creative.alt ?? '');
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.altTextOfName', { name: creative.name })}
      input={() => ({ alt: alt.trim() || null })}
      isShownBy={(problems) => problems['alt'] !== undefined}
    >
      {(problems) => (
        <TextInput
          label={t('campaigns.altText')}
          description={t('campaigns.altTextAbout')}
          data-autofocus
          value={alt}
          error={problems['alt']}
          onChange={({ currentTarget: { value } }) => {
            setAlt(value);
          }}
        />
      )}
    </CreativeDialog>
  );
}
