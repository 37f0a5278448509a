import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Basics } from '../campaigns/basics';
import { type CampaignValues, emptyCampaign, steps, toTerms } from '../campaigns/campaign-form';
import { CreativesStep } from '../campaigns/creatives-step';
import { Summary } from '../campaigns/summary';
import { TargetingTree } from '../campaigns/targeting-tree';
import { useNewInSteps } from '../form-values';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { createKeptDraft } from '../kept-draft';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { Steps, stepWith } from '../parts/steps';
import { say } from '../parts/status';

const createDocument = graphql(`
  mutation CreateCampaign($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      id
      name
    }
  }
`);

const draft = createKeptDraft('campaign', emptyCampaign);

/** A new campaign in four steps; what is typed is kept in the browser until it is saved. */
export function NewCampaignPage() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { form, step, setStep, forget, showProblems, startOver } = useNewInSteps(draft, steps);
  const { values, problems } = form;
  const create = useMutation({
    mutationFn: (status: 'active' | 'draft') =>
      request(createDocument, { input: toInput(values, status) }),
    onSuccess: async ({ createCampaign: { id, name } }) => {
      forget();
      say(`${name} is saved.`);
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$id', params: { id } });
    },
    onError: showProblems,
  });
  return (
    <>
      <PageHead title="New campaign">
        <Button
          variant="subtle"
          onClick={() => {
            startOver(emptyCampaign);
          }}
        >
          Start over
        </Button>
      </PageHead>
      <Steps steps={steps} current={step} problems={problems} onGo={setStep} />
      {stepWith(steps, problems) === null ? <Problem error={create.error} /> : null}
      <section className="card" aria-label={steps[step]?.title}>
        {step === 0 ? <Basics {...form} hasMedium /> : null}
        {step === 1 ? <TargetingTree {...form} /> : null}
        {/* It stays: files may be on their way. */}
        <div hidden={step !== 2}>
          <CreativesStep {...form} />
        </div>
        {step === 3 ? <Summary values={values} /> : null}
      </section>
      <Group justify="space-between">
        <Button
          variant="default"
          disabled={step === 0}
          onClick={() => {
            setStep(step - 1);
          }}
        >
          Back
        </Button>
        {step < steps.length - 1 ? (
          <Button
            onClick={() => {
              setStep(step + 1);
            }}
          >
            Next
          </Button>
        ) : (
          <Group>
            <Button
              variant="default"
              loading={create.isPending}
              onClick={() => {
                create.mutate('draft');
              }}
            >
              Save as draft
            </Button>
            <Button
              loading={create.isPending}
              onClick={() => {
                create.mutate('active');
              }}
            >
              Start campaign
            </Button>
          </Group>
        )}
      </Group>
    </>
  );
}

function toInput(values: CampaignValues, status: 'active' | 'draft') {
  return {
    ...toTerms(values),
    medium: values.medium,
    vendor: values.vendor || null,
    status,
    creatives: values.creatives.map(({ id, name }) => ({ fileId: id, name })),
  };
}
