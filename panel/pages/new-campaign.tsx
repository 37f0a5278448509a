import { Button, Group, Loader } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Basics } from '../campaigns/basics';
import { emptyCampaign, steps } from '../campaigns/campaign-form';
import { problemsOfBasics } from '../campaigns/check-basics';
import { CreativesStep, unsentFiles, UnsentFiles } from '../campaigns/creatives-step';
import { ForecastCard } from '../campaigns/forecast';
import { findProblems, type NewCampaignValues, toNewCampaign } from '../campaigns/new-campaign';
import { Summary } from '../campaigns/summary';
import { TargetingTree } from '../campaigns/targeting-tree';
import { useUploads } from '../campaigns/use-uploads';
import { useNewInSteps } from '../form-values';
import { graphql } from '../graphql/graphql';
import { request, RequestError } from '../graphql/request';
import { createKeptDraft } from '../kept-draft';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { Steps, stepWith } from '../parts/steps';
import { say } from '../parts/status';
import { createReference } from '../reference';
import { t } from '../texts/texts';
import { useStepsInHistory } from '../use-steps';

const route = getRouteApi('/campaigns/new');

const createDocument = graphql(`
  mutation CreateCampaign($input: CreateCampaignInput!, $reference: String!) {
    createCampaign(input: $input, reference: $reference) {
      id
      name
      status
    }
  }
`);

const nothing: NewCampaignValues = { ...emptyCampaign, firstTry: null };
const draft = createKeptDraft('campaign', nothing);

/** A new campaign in four steps; what is typed is kept in the browser until it is saved. */
export function NewCampaignPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const goTo = route.useNavigate();
  const { at, onGo, onBack } = useStepsInHistory(steps.length, route.useSearch(), goTo);
  const { form, step, forget, tell, showProblems, startOver } = useNewInSteps(draft, {
    ...{ steps, at, onGo },
    canLeaveFirst: (typed) => Object.keys(problemsOfBasics(typed)).length === 0,
  });
  const { values, problems, onChange } = form;
  const place = { medium: values.medium, vendor: values.vendor || null };
  const uploads = useUploads(place, (uploaded, name) => {
    onChange((before) => ({ creatives: [...before.creatives, { ...uploaded, name }] }));
  });
  const check = useMutation({
    mutationFn: (to: number) => findProblems(values, uploads, to),
    onSuccess: (found, to) => {
      if (tell(found)) onGo(to);
    },
  });
  /** A step is checked when somebody goes on from it, and so are those that are left out. */
  const go = (to: number) => {
    if (to <= step) onGo(to);
    else check.mutate(to);
  };
  const isUnsent = unsentFiles(uploads).length > 0;
  const create = useMutation({
    mutationFn: (status: 'active' | 'draft') => {
      const firstTry = values.firstTry ?? {
        reference: createReference(),
        at: new Date().toISOString(),
      };
      onChange({ firstTry });
      const { reference, at } = firstTry;
      return request(createDocument, { input: toNewCampaign(values, status, at), reference });
    },
    onSuccess: async ({ createCampaign: { id, name, status } }) => {
      forget();
      say(
        status === 'active'
          ? t('common.nameIsStarted', { name })
          : t('common.nameIsSaved', { name }),
      );
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$id', params: { id } });
    },
    onError: showProblems,
  });
  return (
    <>
      <PageHead title={t('dashboard.newCampaign')}>
        <Button
          variant="subtle"
          onClick={() => {
            startOver(nothing);
          }}
        >
          {t('common.startOver')}
        </Button>
      </PageHead>
      <Steps steps={steps} current={step} problems={problems} onGo={go} />
      {stepWith(steps, problems) === null ? <Problem error={inWords(create.error)} /> : null}
      <section className="card" aria-label={steps[step]?.title} tabIndex={-1} data-step>
        {step === 0 ? <Basics {...form} hasMedium /> : null}
        {step === 1 ? <TargetingTree {...form} /> : null}
        {/* It stays: files may be on their way. */}
        <div hidden={step !== 2}>
          <CreativesStep {...form} uploads={uploads} />
        </div>
        {step === 3 ? <Summary values={values} /> : null}
        {step === 3 ? <UnsentFiles uploads={uploads} /> : null}
      </section>
      <ForecastCard values={values} campaignId={null} />
      <Group justify="space-between">
        <Button variant="default" disabled={step === 0} onClick={onBack}>
          {t('common.back')}
        </Button>
        {step < steps.length - 1 ? (
          <Button
            aria-busy={check.isPending}
            rightSection={check.isPending ? <Loader size="xs" color="white" aria-hidden /> : null}
            onClick={() => {
              go(step + 1);
            }}
          >
            {t('common.next')}
          </Button>
        ) : (
          <Group>
            <Button
              variant="default"
              disabled={isUnsent}
              loading={create.isPending}
              onClick={() => {
                create.mutate('draft');
              }}
            >
              {t('campaigns.saveAsDraft')}
            </Button>
            <Button
              disabled={isUnsent}
              loading={create.isPending}
              onClick={() => {
                create.mutate('active');
              }}
            >
              {t('campaigns.startCampaign')}
            </Button>
          </Group>
        )}
      </Group>
    </>
  );
}

function inWords(error: Error | null): Error | null {
  if (!(error instanceof RequestError) || error.code !== 'CONFLICT') return error;
  return new Error(t('campaigns.isSavedAlready'));
}
