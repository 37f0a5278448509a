import { Alert, Button, Group, Progress, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { problemOfList, problemsOfItem } from '../form-lines';
import { fieldErrors } from '../form-problems';
import { passing, RequestError } from '../graphql/request';
import { ListProblem } from '../parts/list-problem';
import { describeError } from '../parts/problem';
import { t } from '../texts/texts';
import type { CampaignFormProps, NewCreative } from './campaign-form';
import { CapsField } from './creative-caps';
import { PixelsField } from './creative-pixels';
import { AdTimesFields } from './creative-times';
import { DirectLink } from './direct-link';
import { DropZone } from './drop-zone';
import { Preview } from './preview';
import { WeightField } from './rotation';
import { mediumQuery } from './taxonomy';
import { UploadSize } from './upload-size';
import type { Uploads } from './use-uploads';

/** The ads of a new campaign: dropped or chosen, sent at once, shown as they will be. */
export function CreativesStep({
  values,
  problems,
  onChange,
  uploads,
}: CampaignFormProps & { readonly uploads: Uploads }) {
  const { medium, vendor, creatives } = values;
  const { data } = useQuery(mediumQuery(medium, vendor || null));
  const change = (at: number, changes: Partial<NewCreative>) => {
    onChange({ creatives: creatives.map((one, i) => (i === at ? { ...one, ...changes } : one)) });
  };
  return (
    <>
      <DropZone formats={data?.formats ?? []} onFiles={uploads.add} />
      <DirectLink formats={data?.formats ?? []} uploads={uploads} />
      <ListProblem problem={problems['creatives']} />
      <UploadList uploads={uploads} />
      <ul className="creatives">
        {creatives.map((creative, at) => (
          <li key={creative.id}>
            <Preview {...creative} />
            <TextInput
              label={t('common.name')}
              value={creative.name}
              error={problems[`creatives.${at}.name`] ?? problems[`creatives.${at}.fileId`]}
              onChange={({ currentTarget: { value } }) => {
                change(at, { name: value });
              }}
            />
            <TextInput
              label={t('campaigns.altText')}
              description={t('campaigns.altTextAbout')}
              value={creative.alt ?? ''}
              error={problems[`creatives.${at}.alt`]}
              onChange={({ currentTarget: { value } }) => {
                change(at, { alt: value });
              }}
            />
            {values.creativeRotation === 'weighted' ? (
              <WeightField
                value={creative.weight ?? '1'}
                error={problems[`creatives.${at}.weight`]}
                onChange={(weight) => {
                  change(at, { weight });
                }}
              />
            ) : null}
            <MoreTerms
              creative={creative}
              problems={problemsOfItem(problems, `creatives.${at}`)}
              onChange={(changes) => {
                change(at, changes);
              }}
            />
            <div className="creative-foot">
              <span className="soft">{creative.scope}</span>
              <Button
                variant="default"
                size="xs"
                aria-label={t('campaigns.removeName', { name: creative.name })}
                onClick={() => {
                  onChange({ creatives: creatives.filter(({ id }) => id !== creative.id) });
                }}
              >
                {t('campaigns.remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Terms that most ads have none of: shut until somebody opens them, or one of them is refused. */
function MoreTerms({
  creative: { name, frequencyCaps = '', impressionPixels = '', startsAt = '', endsAt = '' },
  problems,
  onChange,
}: {
  readonly creative: NewCreative;
  readonly problems: CampaignFormProps['problems'];
  readonly onChange: (changes: Partial<NewCreative>) => void;
}) {
  const isRefused = ['frequencyCaps', 'impressionPixels', 'startsAt', 'endsAt'].some(
    (member) => problemOfList(problems, member) !== undefined,
  );
  return (
    <details className="disclosure" open={isRefused}>
      <summary>{t('campaigns.moreOfName', { name })}</summary>
      <CapsField
        value={frequencyCaps}
        problems={problems}
        onChange={(typed) => {
          onChange({ frequencyCaps: typed });
        }}
      />
      <PixelsField
        value={impressionPixels}
        problems={problems}
        onChange={(typed) => {
          onChange({ impressionPixels: typed });
        }}
      />
      <AdTimesFields values={{ startsAt, endsAt }} problems={problems} onChange={onChange} />
    </details>
  );
}

/** Files on their way, those that wait for a size, and those that were refused. */
export function UploadList({ uploads }: { readonly uploads: Uploads }) {
  return (
    <ul className="uploads">
      {uploads.list.map((one) => {
        const { key, file, part, error } = one;
        return (
          <li key={key}>
            <strong>{file.name}</strong>
            {error ? (
              <p className="bad" role="alert">
                {describeUploadError(error)}
              </p>
            ) : part === null ? (
              <UploadSize pending={one} uploads={uploads} />
            ) : (
              <Progress
                value={part * 100}
                aria-label={t('campaigns.sendingName', { name: file.name })}
                animated
              />
            )}
            {error || part === null ? (
              <Group gap="xs">
                {error && maySendAgain(error) ? (
                  <Button
                    size="xs"
                    aria-label={t('campaigns.sendNameAgain', { name: file.name })}
                    onClick={() => {
                      uploads.retry(one);
                    }}
                  >
                    {t('common.tryAgain')}
                  </Button>
                ) : null}
                <Button
                  variant="default"
                  size="xs"
                  onClick={() => {
                    uploads.remove(key);
                  }}
                >
                  {t('campaigns.dismiss')}
                </Button>
              </Group>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Files that will be ads once they are here, or have a size; what was refused will not. */
export const unsentFiles = ({ list }: Uploads) =>
  list.filter(({ error }) => error === null || maySendAgain(error));

/** Codes of errors that are none of the file. */
const codesOfOthers: ReadonlySet<string> = new Set([
  ...passing,
  'INTERNAL_SERVER_ERROR',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
]);

const maySendAgain = (error: Error): boolean =>
  error instanceof RequestError && codesOfOthers.has(error.code);

/** A dialog asks for the log-in: here is said what it means for the file. */
function describeUploadError(error: Error): string {
  if (error instanceof RequestError && error.code === 'UNAUTHENTICATED')
    return t('campaigns.theFileHasNotArrived');
  return Object.values(fieldErrors(error)).join(' ') || describeError(error);
}

/** Those of them that wait for somebody: for a size, or to be sent again. */
export const unfinishedFiles = (uploads: Uploads) =>
  unsentFiles(uploads).filter(({ part, error }) => error !== null || part === null);

/** Why a campaign cannot be saved yet: files that would not be in it. Nothing where there are none. */
export function UnsentFiles({ uploads }: { readonly uploads: Uploads }) {
  const list = unsentFiles(uploads);
  const unfinished = unfinishedFiles(uploads);
  if (list.length === 0) return null;
  return (
    <Alert color="yellow" role="status" mt="md" title={t('campaigns.notAllFilesAreAds')}>
      {unfinished.length === 0
        ? t('campaigns.filesOnTheirWay', { names: namesOf(list) })
        : t('campaigns.filesUnfinished', { names: namesOf(unfinished) })}
    </Alert>
  );
}

const namesOf = (files: Uploads['list']) => files.map(({ file }) => file.name).join(', ');
