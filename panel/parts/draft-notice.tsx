import { Alert, Button } from '@mantine/core';
import type { FormDraft } from '../form-values';
import { t } from '../texts/texts';

/** Says that what was typed before is back, or why it is not; nothing where nothing was. */
export function DraftNotice({ draft: { restored, drop } }: { readonly draft: FormDraft }) {
  if (restored === null) return null;
  if (restored === 'outdated')
    return (
      <Alert color="yellow" role="status" mb="md" title={t('common.changedMeanwhile')}>
        {t('common.changedMeanwhileAbout')}
      </Alert>
    );
  const isOvertaken = restored === 'overtaken';
  return (
    <Alert
      {...(isOvertaken && { color: 'yellow' })}
      role="status"
      mb="md"
      title={isOvertaken ? t('common.changedMeanwhile') : t('common.typedIsBack')}
    >
      {isOvertaken ? t('common.overtaken') : t('common.notSavedYet')}
      <Button variant="default" size="xs" mt="xs" display="block" onClick={drop}>
        {isOvertaken ? t('common.showSaved') : t('common.dropIt')}
      </Button>
    </Alert>
  );
}
