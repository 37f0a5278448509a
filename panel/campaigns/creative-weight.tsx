import { useState } from 'react';
import { t } from '../texts/texts';
import { CreativeDialog, type CreativeDialogParts } from './creative-dialog';
import { toWeight, WeightField } from './rotation';

/** Asks how often an ad is shown beside others of its campaign. */
export function CreativeWeight(parts: CreativeDialogParts) {
  const { creative } = parts;
  const [typed, setTyped] = useState(String(creative.weight));
  return (
    <CreativeDialog
      {...parts}
      title={t('campaigns.weightOfName', { name: creative.name })}
      input={() => ({ weight: toWeight(typed) })}
      isShownBy={(problems) => problems['weight'] !== undefined}
    >
      {(problems) => <WeightField value={typed} error={problems['weight']} onChange={setTyped} />}
    </CreativeDialog>
  );
}
