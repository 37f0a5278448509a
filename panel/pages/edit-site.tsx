import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { toTyped } from '../campaigns/decimal';
import { fieldErrors } from '../form-problems';
import { useEditedValues } from '../form-values';
import { request } from '../graphql/request';
import { EditForm } from '../parts/edit-form';
import { ButtonLink } from '../parts/links';
import { PageHead } from '../parts/page-head';
import { say } from '../parts/status';
import { stepWith } from '../parts/steps';
import { toFilterValues } from '../sites/filter';
import { type Site, siteQuery, updateSiteDocument } from '../sites/site';
import { SiteAds } from '../sites/site-ads';
import { SiteBasics } from '../sites/site-basics';
import { editedTerms, siteSteps, type SiteValues, toSiteTerms } from '../sites/site-form';
import { t } from '../texts/texts';

const route = getRouteApi('/sites/$id/edit');

/** The form of a site's members that can be changed; placements are changed where they are shown. */
export function EditSitePage() {
  const { id } = route.useParams();
  const { data: site } = useSuspenseQuery(siteQuery(id));
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const edited = useEditedValues(`site-${id}`, toValues(site));
  const { values, toSend, onChange, key, draft, forget } = edited;
  const save = useMutation({
    mutationFn: async () => {
      const now = toValues(await queryClient.query({ ...siteQuery(id), staleTime: 0 }));
      const [typed, saved] = [toSiteTerms(values), toSiteTerms(now)];
      const input = toSend((before) =>
        editedTerms({ before: toSiteTerms(before), typed, now: saved }),
      );
      return request(updateSiteDocument, { id, input });
    },
    onSuccess: async () => {
      forget();
      say(t('common.nameIsSaved', { name: values.name }));
      await queryClient.invalidateQueries({ queryKey: ['sites'] });
      await queryClient.invalidateQueries(siteQuery(id));
      await navigate({ to: '/sites/$id', params: { id } });
    },
  });
  const problems = fieldErrors(save.error);
  const form = { values, problems, onChange };
  return (
    <EditForm
      key={key}
      draft={draft}
      isBusy={save.isPending}
      error={stepWith(siteSteps, problems) === null ? save.error : null}
      onSave={() => {
        save.mutate();
      }}
      head={<PageHead title={t('common.editName', { name: site.name })} about={site.host} />}
      cancel={
        <ButtonLink variant="default" to="/sites/$id" params={{ id }} onClick={forget}>
          {t('common.cancel')}
        </ButtonLink>
      }
    >
      <section className="card" aria-label={t('sites.site')}>
        <SiteBasics {...form} isNew={false} />
      </section>
      <section className="card" aria-labelledby="ads-taken">
        <h2 id="ads-taken">{t('sites.adsThatItTakes')}</h2>
        <SiteAds {...form} />
      </section>
    </EditForm>
  );
}

const toValues = (site: Site): SiteValues => ({
  name: site.name,
  url: '',
  medium: site.medium,
  vendor: site.vendor ?? '',
  primaryLanguage: site.primaryLanguage ?? '',
  categories: site.categories,
  filter: toFilterValues(site.filtering),
  onlyAcceptedCreatives: site.onlyAcceptedCreatives,
  onlyDirectDeals: site.onlyDirectDeals,
  minimumRpm: site.minimumRpm === null ? '' : toTyped(site.minimumRpm),
  minimumRpms: site.minimumRpms.join('\n'),
  timeZone: site.timeZone,
  blockedDomains: site.blockedDomains.join('\n'),
  blockedCategories: site.blockedCategories,
});
