import { Button, Group, Progress, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { fieldErrors } from '../form-problems';
import { passing, RequestError } from '../graphql/request';
import type { CampaignFormProps, NewCreative } from './campaign-form';
import { DropZone } from './drop-zone';
import { Preview } from './preview';
import { mediumQuery } from './taxonomy';
import { useUploads } from './use-uploads';

/** The ads of a new campaign: dropped or chosen, sent at once, shown as they will be. */
export function CreativesStep({ values, problems, onChange }: CampaignFormProps) {
  const { medium, vendor, creatives } = values;
  const { data } = useQuery(mediumQuery(medium, vendor || null));
  const uploads = useUploads({ medium, vendor: vendor || null }, (uploaded, name) => {
    onChange((before) => ({ creatives: [...before.creatives, { ...uploaded, name }] }));
  });
  const change = (at: number, changes: Partial<NewCreative>) => {
    onChange({ creatives: creatives.map((one, i) => (i === at ? { ...one, ...changes } : one)) });
  };
  return (
    <>
      <DropZone formats={data?.formats ?? []} onFiles={uploads.add} />
      {problems['creatives'] === undefined ? null : (
        <p className="bad" role="alert">
          {problems['creatives']}
        </p>
      )}
      <UploadList uploads={uploads} />
      <ul className="creatives">
        {creatives.map((creative, at) => (
          <li key={creative.id}>
            <Preview {...creative} />
            <TextInput
              label="Name"
              value={creative.name}
              error={problems[`creatives.${at}.name`] ?? problems[`creatives.${at}.fileId`]}
              onChange={({ currentTarget: { value } }) => {
                change(at, { name: value });
              }}
            />
            <div className="creative-foot">
              <span className="soft">{creative.scope}</span>
              <Button
                variant="default"
                size="xs"
                aria-label={`Remove ${creative.name}`}
                onClick={() => {
                  onChange({ creatives: creatives.filter(({ id }) => id !== creative.id) });
                }}
              >
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Files on their way, those that wait for a size, and those that were refused. */
export function UploadList({ uploads }: { readonly uploads: ReturnType<typeof useUploads> }) {
  return (
    <ul className="uploads">
      {uploads.list.map((one) => {
        const { key, file, part, error, kind } = one;
        return (
          <li key={key}>
            <strong>{file.name}</strong>
            {error ? (
              <p className="bad" role="alert">
                {Object.values(fieldErrors(error)).join(' ') || error.message}
              </p>
            ) : part === null ? (
              <label>
                Size{' '}
                <select
                  className="plain-select"
                  defaultValue=""
                  onChange={({ currentTarget: { value } }) => {
                    uploads.send(key, value);
                  }}
                >
                  <option value="" disabled>
                    Choose
                  </option>
                  {kind?.scopes?.map((scope) => (
                    <option key={scope}>{scope}</option>
                  ))}
                </select>
              </label>
            ) : (
              <Progress value={part * 100} aria-label={`Sending ${file.name}`} animated />
            )}
            {error ? (
              <Group gap="xs">
                {error instanceof RequestError && passing.has(error.code) ? (
                  <Button
                    size="xs"
                    aria-label={`Send ${file.name} again`}
                    onClick={() => {
                      uploads.retry(one);
                    }}
                  >
                    Try again
                  </Button>
                ) : null}
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    uploads.remove(key);
                  }}
                >
                  Dismiss
                </Button>
              </Group>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
