import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { fieldErrors } from '../form-problems';
import { request } from '../graphql/request';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import type { Creative } from './campaign';
import { updateCreativeDocument } from './creative';

/** Asks for the URLs of third parties that count the views of an ad, too. */
export function CreativePixels({
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
  const [text, setText] = useState(creative.impressionPixels.join('\n'));
  const save = useMutation({
    mutationFn: () =>
      request(updateCreativeDocument, {
        campaignId,
        id: creative.id,
        input: { impressionPixels: linesOf(text) },
      }),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const problem = problemOf(fieldErrors(save.error));
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Modal opened onClose={onClose} title={t('campaigns.pixelsOfName', { name: creative.name })}>
      {problem === undefined ? <Problem error={save.error} /> : null}
      <form onSubmit={onSubmit}>
        <Textarea
          label={t('campaigns.pixels')}
          description={t('campaigns.pixelsAbout')}
          data-autofocus
          rows={4}
          value={text}
          error={problem}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
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
