import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mediaQuery } from '../campaigns/taxonomy';
import { given } from '../operator/search';
import { TaxonomyDocumentCard } from '../operator/taxonomy-document';
import { TaxonomyMedium } from '../operator/taxonomy-medium';
import { TextLink } from '../parts/links';
import { PageHead } from '../parts/page-head';
import { TableCard } from '../parts/table-card';
import { t } from '../texts/texts';

const route = getRouteApi('/operator/taxonomy');

/** All that campaigns, creatives and sites may name, and where it comes from. */
export function TaxonomyPage() {
  const search = route.useSearch();
  const media = useQuery(mediaQuery);
  const places = (media.data ?? []).flatMap(({ name: medium, label, vendors }) => [
    { medium, vendor: null, label, partOf: null },
    ...vendors.map((vendor) => ({
      ...{ medium, vendor: vendor.name, label: vendor.label },
      partOf: label,
    })),
  ]);
  const shown = places.find(
    ({ medium, vendor }) =>
      medium === (search.medium ?? places[0]?.medium) && vendor === (search.vendor ?? null),
  );
  return (
    <>
      <PageHead title={t('taxonomy.title')} about={t('taxonomy.whatCampaignsAdsAndSites')} />
      <TaxonomyDocumentCard />
      <TableCard
        id="media"
        title={t('taxonomy.mediaAndPlatforms')}
        query={media}
        count={media.data && places.length}
        none={null}
        head={
          <>
            <th scope="col">{t('common.name')}</th>
            <th scope="col">{t('taxonomy.nameInTheApi')}</th>
            <th scope="col">{t('taxonomy.partOf')}</th>
          </>
        }
      >
        {places.map((place) => {
          const { medium, vendor, label, partOf } = place;
          return (
            <tr key={`${medium} ${vendor ?? ''}`}>
              <td data-title>
                <TextLink
                  to="/operator/taxonomy"
                  search={given({ medium, vendor })}
                  resetScroll={false}
                  fw={600}
                  aria-current={place === shown}
                >
                  {label}
                </TextLink>
              </td>
              <td data-label={t('taxonomy.nameInTheApi')} className="mono">
                {vendor ?? medium}
              </td>
              <td data-label={t('taxonomy.partOf')}>{partOf ?? '–'}</td>
            </tr>
          );
        })}
      </TableCard>
      {shown === undefined ? null : (
        <TaxonomyMedium key={`${shown.medium} ${shown.vendor ?? ''}`} {...shown} />
      )}
    </>
  );
}
