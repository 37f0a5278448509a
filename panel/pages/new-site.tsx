import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useNewInSteps } from '../form-values';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { createKeptDraft } from '../kept-draft';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { Steps, stepWith } from '../parts/steps';
import { SiteAds } from '../sites/site-ads';
import { SiteBasics } from '../sites/site-basics';
import { emptySite, siteSteps, type SiteValues, toSiteTerms } from '../sites/site-form';
import { t } from '../texts/texts';
import { withScheme } from '../typed-url';
import { useStepsInHistory } from '../use-steps';

const route = getRouteApi('/sites/new');

const createDocument = graphql(`
  mutation CreateSite($input: CreateSiteInput!) {
    createSite(input: $input) {
      id
      name
    }
  }
`);

const draft = createKeptDraft('site', emptySite);

/** A new site in two steps; its placements are made on its own page, which comes next. */
export function NewSitePage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const goTo = route.useNavigate();
  const { at, onGo, onBack } = useStepsInHistory(siteSteps.length, route.useSearch(), goTo);
  const { form, step, forget, showProblems, startOver } = useNewInSteps(draft, {
    ...{ steps: siteSteps, at, onGo },
    canLeaveFirst: ({ url }) => url.trim() !== '',
  });
  const { values, problems } = form;
  const create = useMutation({
    mutationFn: () => request(createDocument, { input: toInput(values) }),
    onSuccess: async ({ createSite: { id, name } }) => {
      forget();
      say(t('sites.nowAddAPlacement', { name }));
      await queryClient.invalidateQueries({ queryKey: ['sites'] });
      await navigate({ to: '/sites/$id', params: { id } });
    },
    onError: showProblems,
  });
  const isLast = step === siteSteps.length - 1;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isLast) create.mutate();
        else onGo(step + 1);
      }}
    >
      <PageHead title={t('sites.newSite')} about={t('sites.aPlaceOfYoursThat')}>
        <Button
          variant="subtle"
          onClick={() => {
            startOver(emptySite);
          }}
        >
          {t('common.startOver')}
        </Button>
      </PageHead>
      <Steps steps={siteSteps} current={step} problems={problems} onGo={onGo} />
      {stepWith(siteSteps, problems) === null ? <Problem error={create.error} /> : null}
      <section className="card" aria-label={siteSteps[step]?.title} tabIndex={-1} data-step>
        {step === 0 ? <SiteBasics {...form} isNew /> : <SiteAds {...form} />}
      </section>
      <Group justify="space-between">
        <Button variant="default" disabled={step === 0} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {isLast ? t('sites.createSite') : t('common.next')}
        </Button>
      </Group>
    </form>
  );
}

const toInput = (values: SiteValues) => ({
  ...toSiteTerms(values),
  // A person who types the address of a page means its site.
  url: URL.parse(withScheme(values.url))?.origin ?? values.url,
  medium: values.medium,
  vendor: values.vendor || null,
});
