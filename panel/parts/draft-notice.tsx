import { Alert, Button } from '@mantine/core';
import type { FormDraft } from '../form-values';

/** Says that what was typed before is back, or why it is not; nothing where nothing was. */
export function DraftNotice({ draft: { restored, drop } }: { readonly draft: FormDraft }) {
  if (restored === null) return null;
  if (restored === 'outdated')
    return (
      <Alert color="yellow" role="status" mb="md" title="This was changed meanwhile">
        What you had typed here before is dropped: this is how it is saved now.
      </Alert>
    );
  return (
    <Alert role="status" mb="md" title="What you typed here before is back">
      It is not saved yet.
      <Button variant="default" size="xs" mt="xs" display="block" onClick={drop}>
        Drop it
      </Button>
    </Alert>
  );
}
