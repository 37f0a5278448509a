import { useState } from 'react';
import { request } from '../graphql/request';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { updateCreativeDocument } from './creative';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';
import { toWeight, WeightField } from './rotation';

/** Asks how often an ad is shown beside others of its campaign. */
export function CreativeWeight({
  campaignId,
  creative,
  ...parts
}: CreativeDialogParts & {
  readonly campaignId: string;
  readonly creative: Creative;
}) {
  const [typed, setTyped] = useState(String(creative.weight));
  const save = () =>
    request(updateCreativeDocument, {
      campaignId,
      id: creative.id,
      input: { weight: toWeight(typed) },
    });
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.weightOfName', { name: creative.name })}
      save={save}
      isShownBy={(problems) => problems['weight'] !== undefined}
    >
      {(problems) => <WeightField value={typed} error={problems['weight']} onChange={setTyped} />}
    </CreativeDialog>
  );
}
