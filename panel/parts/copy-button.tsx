import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../texts/texts';
import { say } from './status';

/** Copies a text; where the browser has no clipboard for pages, as over plain http, by selecting it. */
export function CopyButton({
  text,
  label = t('common.copy'),
}: {
  readonly text: string;
  readonly label?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await write(text);
    setCopied(true);
    say(t('common.copiedSentence'));
  };
  return (
    <Button variant="default" onClick={() => void copy()}>
      {isCopied ? t('common.copied') : label}
    </Button>
  );
}

async function write(text: string): Promise<void> {
  // Without a secure context there is none, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (!clipboard) throw new Error('no clipboard');
    await clipboard.writeText(text);
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    // The only way that there is here.
    // oxlint-disable-next-line typescript/no-deprecated -- see above
    document.execCommand('copy');
    area.remove();
  }
}
