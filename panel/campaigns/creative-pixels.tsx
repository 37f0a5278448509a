import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { linesOf, problemOfLines } from '../form-lines';
import { request } from '../graphql/request';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { updateCreativeDocument } from './creative';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';

/** Asks for the URLs of third parties that count the views of an ad, too. */
export function CreativePixels({
  campaignId,
  creative,
  ...parts
}: CreativeDialogParts & {
  readonly campaignId: string;
  readonly creative: Creative;
}) {
  const [text, setText] = useState(creative.impressionPixels.join('\n'));
  const save = () =>
    request(updateCreativeDocument, {
      campaignId,
      id: creative.id,
      input: { impressionPixels: linesOf(text) },
    });
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.pixelsOfName', { name: creative.name })}
      save={save}
      isShownBy={(problems) => problemOfLines(problems, 'impressionPixels') !== undefined}
    >
      {(problems) => (
        <Textarea
          label={t('campaigns.pixels')}
          description={t('campaigns.pixelsAbout')}
          data-autofocus
          rows={4}
          value={text}
          error={problemOfLines(problems, 'impressionPixels')}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
          }}
        />
      )}
    </CreativeDialog>
  );
}
