import { Textarea } from '@mantine/core';
import { useState } from 'react';
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
      isShownBy={(problems) => problemOf(problems) !== undefined}
    >
      {(problems) => (
        <Textarea
          label={t('campaigns.pixels')}
          description={t('campaigns.pixelsAbout')}
          data-autofocus
          rows={4}
          value={text}
          error={problemOf(problems)}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
          }}
        />
      )}
    </CreativeDialog>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The first problem of the list, or of one of its lines, by the line's number. */
function problemOf(problems: Readonly<Record<string, string>>): string | undefined {
  const [path, problem] =
    Object.entries(problems).find(([name]) => name.startsWith('impressionPixels')) ?? [];
  const at = path?.split('.')[1];
  return at === undefined || problem === undefined
    ? problem
    : t('campaigns.inLine', { line: String(Number(at) + 1), problem });
}
