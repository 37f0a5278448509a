import { type DragEvent, useState } from 'react';
import { t } from '../texts/texts';
import { kindsOf } from './file-kind';
import type { Format } from './taxonomy';

interface DropZoneProps {
  readonly formats: readonly Format[];
  readonly onFiles: (files: readonly File[], formats: readonly Format[]) => void;
}

/**
 * Takes files by dragging, by clicking and by the keyboard: it is the browser's own field, made larger. Nothing is drawn until the formats
 * are known.
 */
export function DropZone({ formats, onFiles }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    onFiles([...(files ?? [])], formats);
  };
  const onDrag = (is: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(is);
  };
  if (formats.length === 0) return null;
  return (
    <label
      className="drop"
      data-over={isOver || undefined}
      onDragOver={onDrag(true)}
      onDragLeave={onDrag(false)}
      onDrop={(event) => {
        onDrag(false)(event);
        take(event.dataTransfer.files);
      }}
    >
      <strong>{t('campaigns.dropFilesHereOrChoose')}</strong>
      <span className="soft">
        {t('campaigns.whatFilesFit', { types: kindsOf(formats), sizes: sizesOf(formats) })}
      </span>
      <input
        type="file"
        multiple
        aria-label={t('campaigns.chooseFilesForAds')}
        onChange={({ currentTarget }) => {
          take(currentTarget.files);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

const sizesOf = (formats: readonly Format[]): string =>
  (formats.find(({ type }) => type === 'image')?.scopes ?? []).slice(0, 4).join(', ');
