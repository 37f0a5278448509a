import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { linesOf, problemOfLines } from '../form-lines';
import { t } from '../texts/texts';
import {
  CreativeDialog,
  type CreativeDialogParts,
  type CreativeFieldProps,
} from './creative-dialog';

/** Asks for the URLs of third parties that count the views of an ad, too. */
export function CreativePixels(parts: CreativeDialogParts) {
  const { creative } = parts;
  const [text, setText] = useState(creative.impressionPixels.join('\n'));
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.pixelsOfName', { name: creative.name })}
      input={() => ({ impressionPixels: linesOf(text) })}
      isShownBy={(problems) => problemOfLines(problems, 'impressionPixels') !== undefined}
    >
      {(problems) => <PixelsField value={text} problems={problems} onChange={setText} />}
    </CreativeDialog>
  );
}

/** The URLs as they are typed: one in a line. */
export function PixelsField({ value, problems, onChange }: CreativeFieldProps) {
  return (
    <Textarea
      label={t('campaigns.pixels')}
      description={t('campaigns.pixelsAbout')}
      data-autofocus
      rows={4}
      value={value}
      error={problemOfLines(problems, 'impressionPixels')}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
}
