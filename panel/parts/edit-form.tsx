import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FormDraft } from '../form-values';
import { t } from '../texts/texts';
import { DraftNotice } from './draft-notice';
import { Problem } from './problem';

interface EditFormProps {
  readonly draft: FormDraft;
  readonly isBusy: boolean;
  /** A problem that no field shows. */
  readonly error: Error | null;
  readonly onSave: () => void;
  readonly head: ReactNode;
  readonly cancel: ReactNode;
  readonly children: ReactNode;
}

/** The form of a thing that is there. */
export function EditForm({ draft, isBusy, error, onSave, head, cancel, children }: EditFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {head}
      <DraftNotice draft={draft} />
      <Problem error={error} />
      {children}
      <Group>
        <Button type="submit" loading={isBusy}>
          {t('common.save')}
        </Button>
        {cancel}
      </Group>
    </form>
  );
}
