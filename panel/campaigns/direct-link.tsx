import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Problem } from '../parts/problem';
import { t } from '../texts/texts';
import type { Format } from './taxonomy';
import type { Uploads } from './use-uploads';

/** Adds an ad that is no file but a window with the landing page; nothing where the medium has none. */
export function DirectLink({
  formats,
  uploads,
}: {
  readonly formats: readonly Format[];
  readonly uploads: Uploads;
}) {
  const scopes = formats.find(({ type }) => type === 'direct')?.scopes ?? [];
  const [chosen, setChosen] = useState('');
  const scope = scopes.includes(chosen) ? chosen : scopes[0];
  const add = useMutation({ mutationFn: uploads.addLink });
  if (scope === undefined) return null;
  return (
    <>
      <Problem error={add.error} />
      <div className="inline-form">
        <NativeSelect
          label={t('campaigns.adWithoutFile')}
          data={[...scopes]}
          value={scope}
          onChange={({ currentTarget: { value } }) => {
            setChosen(value);
          }}
        />
        <Button
          variant="default"
          loading={add.isPending}
          onClick={() => {
            add.mutate(scope);
          }}
        >
          {t('campaigns.addWindow')}
        </Button>
      </div>
    </>
  );
}
