import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '../texts/texts';
import type { PendingFile, Uploads } from './use-uploads';

/** Asks for the size of a file that says none. By the keyboard a choice goes through all sizes: a button sends the file. */
export function UploadSize({
  pending: { key, file, kind },
  uploads,
}: {
  readonly pending: PendingFile;
  readonly uploads: Uploads;
}) {
  const [scope, setScope] = useState('');
  return (
    <Group gap="xs" align="center">
      <label>
        {t('campaigns.size')}{' '}
        <select
          className="plain-select"
          value={scope}
          onChange={({ currentTarget: { value } }) => {
            setScope(value);
          }}
        >
          <option value="" disabled>
            {t('campaigns.choose')}
          </option>
          {kind?.scopes?.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <Button
        size="xs"
        disabled={scope === ''}
        aria-label={t('campaigns.sendName', { name: file.name })}
        onClick={() => {
          uploads.send(key, scope);
        }}
      >
        {t('campaigns.send')}
      </Button>
    </Group>
  );
}
