import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { request } from '../graphql/request';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { updateCreativeDocument } from './creative';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';

/** Asks for the text of an ad for visitors who do not see it. */
export function CreativeAlt({
  campaignId,
  creative,
  ...parts
}: CreativeDialogParts & {
  readonly campaignId: string;
  readonly creative: Creative;
}) {
  const [alt, setAlt] = useState(creative.alt ?? '');
  const save = () =>
    request(updateCreativeDocument, {
      campaignId,
      id: creative.id,
      input: { alt: alt.trim() || null },
    });
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.altTextOfName', { name: creative.name })}
      save={save}
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
