import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Basics } from '../campaigns/basics';
import { campaignQuery, updateCampaignDocument } from '../campaigns/campaign';
import { steps, toTerms, toValues } from '../campaigns/campaign-form';
import { ForecastCard } from '../campaigns/forecast';
import { changedMembers } from '../changed-members';
import { fieldErrors } from '../form-problems';
import { useEditedValues } from '../form-values';
import { TargetingTree } from '../campaigns/targeting-tree';
import { request } from '../graphql/request';
import { EditForm } from '../parts/edit-form';
import { ButtonLink } from '../parts/links';
import { PageHead } from '../parts/page-head';
import { say } from '../parts/status';
import { stepWith } from '../parts/steps';
import { t } from '../texts/texts';

const route = getRouteApi('/campaigns/$id/edit');

/** The terms of a campaign that is there; its ads and conversions are changed where they are shown. */
export function EditCampaignPage() {
  const { id } = route.useParams();
  const { data: campaign } = useSuspenseQuery(campaignQuery(id));
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const { values, toSend, onChange, key, draft, forget } = useEditedValues(
    `campaign-${id}`,
    toValues(campaign),
  );
  const save = useMutation({
    mutationFn: () => {
      // Times that nobody has touched stay to the second: the field knows minutes only.
      const input = toSend((before) => changedMembers(toTerms(before), toTerms(values)));
      return request(updateCampaignDocument, { id, input });
    },
    onSuccess: async () => {
      forget();
      say(t('common.nameIsSaved', { name: values.name }));
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await queryClient.invalidateQueries(campaignQuery(id));
      await navigate({ to: '/campaigns/$id', params: { id } });
    },
  });
  const problems = fieldErrors(save.error);
  const form = { values, problems, onChange };
  return (
    <EditForm
      key={key}
      draft={draft}
      isBusy={save.isPending}
      error={stepWith(steps, problems) === null ? save.error : null}
      onSave={() => {
        save.mutate();
      }}
      head={<PageHead title={t('common.editName', { name: campaign.name })} />}
      cancel={
        <ButtonLink variant="default" to="/campaigns/$id" params={{ id }} onClick={forget}>
          {t('common.cancel')}
        </ButtonLink>
      }
    >
      <section className="card" aria-label={t('campaigns.basics')}>
        <Basics {...form} hasMedium={false} />
      </section>
      <section className="card" aria-labelledby="audience">
        <h2 id="audience">{t('campaigns.audience')}</h2>
        <TargetingTree {...form} />
      </section>
      <ForecastCard values={values} campaignId={id} />
    </EditForm>
  );
}
