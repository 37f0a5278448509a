import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fieldErrors } from '../form-problems';
import type { VariablesOf } from '../graphql/graphql';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { SavingDialog } from '../parts/saving-dialog';
import { useFocusGivenBack } from '../parts/use-focus-given-back';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { updateCreativeDocument } from './creative';

/** The parts that every dialog of an ad's is given. */
export interface CreativeDialogParts {
  readonly campaignId: string;
  readonly creative: Creative;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** A member of an ad, in its dialog and where a new ad is made. */
export interface CreativeFieldProps {
  readonly value: string;
  /** By the names of members. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

/**
 * A dialog that changes an ad, and closes once that is saved.
 *
 * @param input tells the change
 * @param isShownBy says that the fields show their problems; else the dialog does
 * @param children draws the fields with their problems, by the names of members
 */
export function CreativeDialog({
  campaignId,
  creative,
  title,
  input,
  isShownBy,
  children,
  onSaved,
  onClose,
}: CreativeDialogParts & {
  readonly title: string;
  readonly input: () => VariablesOf<typeof updateCreativeDocument>['input'];
  readonly isShownBy: (problems: Readonly<Record<string, string>>) => boolean;
  readonly children: (problems: Readonly<Record<string, string>>) => ReactNode;
}) {
  useFocusGivenBack();
  const saving = useMutation({
    mutationFn: () =>
      request(updateCreativeDocument, { campaignId, id: creative.id, input: input() }),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const problems = fieldErrors(saving.error);
  return (
    <SavingDialog
      isBusy={saving.isPending}
      {...{ title, onClose }}
      action={t('common.save')}
      onSubmit={() => {
        saving.mutate();
      }}
    >
      {isShownBy(problems) ? null : <Problem error={saving.error} />}
      {children(problems)}
    </SavingDialog>
  );
}
