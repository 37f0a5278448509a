import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CreativeList } from '../creatives/creative-list';
import { creativeTableQuery } from '../creatives/listed-creative';
import { insteadOfList } from '../list/instead-of-list';
import { ButtonLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { useNow } from '../statistics/use-now';
import { t } from '../texts/texts';
import { readCreativesSearch } from './creatives.search';

const route = getRouteApi('/creatives');

/** The ads of all campaigns beside each other; filters, order and page are in the address. */
export function CreativesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const creatives = useQuery(creativeTableQuery(search, useNow()));
  const instead = insteadOfList(creatives, search);
  return (
    <>
      <PageHead title={t('campaigns.ads')} about={t('campaigns.adsOfAllCampaigns')} />
      {instead === 'loading' ? (
        <Loading />
      ) : instead === 'nothing' ? (
        <section className="card empty">
          <h2>{t('campaigns.noAdsYet')}</h2>
          <p>{t('campaigns.adsAreOfCampaigns')}</p>
          <ButtonLink to="/campaigns">{t('campaigns.toCampaigns')}</ButtonLink>
        </section>
      ) : (
        <CreativeList
          {...{ query: creatives, search }}
          onChange={(changes) =>
            void navigate({
              // The search as it is then: two changes may come in one moment.
              search: (before) => readCreativesSearch({ ...before, page: undefined, ...changes }),
              resetScroll: changes.page !== undefined,
            })
          }
        />
      )}
    </>
  );
}
