import { Button, Group, Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { fieldErrors } from '../form-problems';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { updateCreativeDocument } from './creative';

/** Asks for the text of an ad for visitors who do not see it. */
export function CreativeAlt({
  campaignId,
  creative,
  onSaved,
  onClose,
}: {
  readonly campaignId: string;
  readonly creative: Creative;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [alt, setAlt] = useState(creative.alt ?? '');
  const save = useMutation({
    mutationFn: () =>
      request(updateCreativeDocument, {
        campaignId,
        id: creative.id,
        input: { alt: alt.trim() || null },
      }),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const problem = fieldErrors(save.error)['alt'];
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('campaigns.altTextOfName', { name: creative.name })}>
      {problem === undefined ? <Problem error={save.error} /> : null}
      <form onSubmit={onSubmit}>
        <TextInput
          label={t('campaigns.altText')}
          description={t('campaigns.altTextAbout')}
          data-autofocus
          value={alt}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setAlt(value);
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
