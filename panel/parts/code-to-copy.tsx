import { Code } from '@mantine/core';
import { t } from '../texts/texts';
import { CopyButton } from './copy-button';

/** A text for somewhere else: a page, a file, a message. */
export function CodeToCopy({
  text,
  label = t('common.copyCode'),
}: {
  readonly text: string;
  readonly label?: string;
}) {
  return (
    <div className="code-copy">
      <Code block className="secret" tabIndex={0}>
        {text}
      </Code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
