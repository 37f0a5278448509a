import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { mediumQuery } from '../campaigns/taxonomy';
import { fieldErrors } from '../form-problems';
import { useEditedValues } from '../form-values';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { DraftNotice } from '../parts/draft-notice';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { t } from '../texts/texts';
import { PlacementFields, toMinimumRpm } from './placement-fields';
import { isReviewed, type Site } from './site';

const createDocument = graphql(`
  mutation CreatePlacement($siteId: ID!, $input: CreatePlacementInput!) {
    createPlacement(siteId: $siteId, input: $input) {
      id
    }
  }
`);

const empty = { name: '', size: '300x250', minimumRpm: '' };

/** A place for ads, of a size of the taxonomy. */
export function NewPlacement({
  site,
  onDone,
}: {
  readonly site: Site;
  readonly onDone: (id: string) => Promise<void>;
}) {
  const { values, onChange, draft, reset } = useEditedValues(`placement-${site.id}`, empty);
  const { data } = useQuery(mediumQuery(site.medium, site.vendor));
  const sizes = [...new Set(data?.formats.flatMap(({ scopes }) => scopes))];
  const create = useMutation({
    mutationFn: () => {
      const { name, size, minimumRpm } = values;
      const input = {
        name: name.trim() || t('sites.adOfSize', { size }),
        size: sizes.includes(size) ? size : (sizes[0] ?? size),
        minimumRpm: toMinimumRpm(minimumRpm),
      };
      return request(createDocument, { siteId: site.id, input });
    },
    onSuccess: async ({ createPlacement: { id } }) => {
      reset();
      say(t('sites.thePlacementIsThereCopy'));
      await onDone(id);
    },
  });
  const problems = fieldErrors(create.error);
  if (isReviewed(site)) return null;
  return (
    <form
      className="new-placement"
      aria-label={t('sites.newPlacement')}
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <DraftNotice draft={draft} />
      {Object.keys(problems).length > 0 ? null : <Problem error={create.error} />}
      <div className="pair">
        <NativeSelect
          label={t('sites.size')}
          data={sizes}
          value={values.size}
          error={problems['size']}
          onChange={({ currentTarget: { value } }) => {
            onChange({ size: value });
          }}
        />
        <PlacementFields
          {...{ site, values, problems, onChange }}
          usualName={t('sites.adOfSize', { size: values.size })}
        />
      </div>
      <Button type="submit" loading={create.isPending}>
        {t('sites.addPlacement')}
      </Button>
    </form>
  );
}
