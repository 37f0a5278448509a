import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CampaignList } from '../campaigns/list/campaign-list';
import { campaignTableQuery } from '../campaigns/list/listed-campaign';
import { insteadOfList } from '../list/instead-of-list';
import { ButtonLink } from '../parts/links';
import { Loading } from '../parts/loading';
import { PageHead } from '../parts/page-head';
import { useNow } from '../statistics/use-now';
import { t } from '../texts/texts';
import { readCampaignSearch } from './campaigns.search';

const route = getRouteApi('/campaigns');

/** The person's campaigns; filters, order and page are in the address. */
export function CampaignsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const campaigns = useQuery(campaignTableQuery(search, useNow()));
  const instead = insteadOfList(campaigns, search);
  return (
    <>
      <PageHead title={t('dashboard.campaigns')} about={t('campaigns.whatYouAdvertiseWhereAnd')}>
        <ButtonLink to="/campaigns/new">{t('dashboard.newCampaign')}</ButtonLink>
      </PageHead>
      {instead === 'loading' ? (
        <Loading />
      ) : instead === 'nothing' ? (
        <NoCampaigns />
      ) : (
        <CampaignList
          {...{ query: campaigns, search }}
          onChange={(changes) =>
            void navigate({
              // The search as it is then: two changes may come in one moment.
              search: (before) => readCampaignSearch({ ...before, page: undefined, ...changes }),
              resetScroll: changes.page !== undefined,
            })
          }
        />
      )}
    </>
  );
}

function NoCampaigns() {
  return (
    <section className="card empty">
      <h2>{t('campaigns.noCampaignsYet')}</h2>
      <p>{t('campaigns.aCampaignSaysWhatTo')}</p>
      <ButtonLink to="/campaigns/new">{t('campaigns.makeTheFirstOne')}</ButtonLink>
    </section>
  );
}
