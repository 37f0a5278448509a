import { Checkbox, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toTyped } from '../campaigns/decimal';
import { fieldErrors } from '../form-problems';
import { useEditedValues } from '../form-values';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { DraftNotice } from '../parts/draft-notice';
import { Problem } from '../parts/problem';
import { SavingDialog } from '../parts/saving-dialog';
import { say } from '../parts/status';
import { useFocusGivenBack } from '../parts/use-focus-given-back';
import { t } from '../texts/texts';
import type { Placement } from './placement';
import { PlacementFields, toMinimumRpm } from './placement-fields';
import type { Site } from './site';

const updateDocument = graphql(`
  mutation UpdatePlacement($id: ID!, $input: UpdatePlacementInput!) {
    updatePlacement(id: $id, input: $input) {
      name
    }
  }
`);

interface EditPlacementProps {
  readonly site: Site;
  readonly placement: Placement;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}

/** A dialog that changes a placement, and closes once that is saved; drawn while it is open. */
export function EditPlacement({ site, placement, onSaved, onClose }: EditPlacementProps) {
  useFocusGivenBack();
  const edited = useEditedValues(`edited-placement-${placement.id}`, toValues(placement));
  const { values, toSend, onChange, draft, forget } = edited;
  const save = useMutation({
    mutationFn: () => {
      const input = toSend((before) => changesOf(before, values));
      return request(updateDocument, { id: placement.id, input });
    },
    onSuccess: async ({ updatePlacement: { name } }) => {
      forget();
      say(t('common.nameIsSaved', { name }));
      await onSaved();
      onClose();
    },
  });
  const problems = fieldErrors(save.error);
  return (
    <SavingDialog
      isBusy={save.isPending}
      title={t('common.editName', { name: placement.name })}
      action={t('common.save')}
      onClose={onClose}
      onCancel={() => {
        forget();
        onClose();
      }}
      onSubmit={() => {
        save.mutate();
      }}
    >
      <DraftNotice draft={draft} />
      {Object.keys(problems).length > 0 ? null : <Problem error={save.error} />}
      <Stack gap="md">
        <PlacementFields {...{ site, values, problems, onChange }} />
        <Checkbox
          label={t('sites.placeShowsAds')}
          description={t('sites.placeShowsAdsAbout')}
          checked={values.isActive}
          error={problems['status']}
          onChange={({ currentTarget: { checked } }) => {
            onChange({ isActive: checked });
          }}
        />
      </Stack>
    </SavingDialog>
  );
}

const toValues = ({ name, minimumRpm, status }: Placement) => ({
  name,
  minimumRpm: minimumRpm === null ? '' : toTyped(minimumRpm),
  isActive: status === 'active',
});

type Values = ReturnType<typeof toValues>;

/** A member that nobody has touched stays as it is, also where somebody else changes it meanwhile. */
const changesOf = (base: Values, { name, minimumRpm, isActive }: Values) => ({
  ...(name !== base.name && { name: name.trim() }),
  ...(minimumRpm !== base.minimumRpm && { minimumRpm: toMinimumRpm(minimumRpm) }),
  ...(isActive !== base.isActive && {
    status: isActive ? ('active' as const) : ('draft' as const),
  }),
});
