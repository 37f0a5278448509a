import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Basics } from '../campaigns/basics';
import {
  type CampaignValues,
  emptyCampaign,
  stepOf,
  steps,
  toProblems,
  toTerms,
} from '../campaigns/campaign-form';
import { CreativesStep } from '../campaigns/creatives-step';
import { keepDraft, readDraft } from '../campaigns/kept-draft';
import { Summary } from '../campaigns/summary';
import { TargetingTree } from '../campaigns/targeting-tree';
import { graphql } from '../graphql/graphql';
import { request, RequestError } from '../graphql/request';
import { PageHead } from '../parts/page-head';
import { Problem } from '../parts/problem';
import { say } from '../parts/status';
import { useViewer } from '../viewer';

const createDocument = graphql(`
  mutation CreateCampaign($input: CreateCampaignInput!) {
    createCampaign(input: $input) {
      id
      name
    }
  }
`);

/** A new campaign in four steps; what is typed is kept in the browser until it is saved. */
export function NewCampaignPage() {
  const { id: accountId } = useViewer();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [values, setValues] = useState(() => readDraft(accountId));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [step, setStep] = useState(0);
  const isSaved = useRef(false);
  useEffect(() => {
    if (!isSaved.current) keepDraft(accountId, values);
  }, [accountId, values]);
  const create = useMutation({
    mutationFn: (status: 'active' | 'draft') =>
      request(createDocument, { input: toInput(values, status) }),
    onSuccess: async ({ createCampaign: { id, name } }) => {
      isSaved.current = true;
      keepDraft(accountId, null);
      say(`${name} is saved.`);
      await queryClient.invalidateQueries({ queryKey: ['campaigns'] });
      await navigate({ to: '/campaigns/$id', params: { id } });
    },
    onError: (error) => {
      const found = error instanceof RequestError ? toProblems(error.fields) : {};
      setProblems(found);
      setStep(stepOf(found) ?? step);
    },
  });
  const form = {
    values,
    problems,
    onChange: (changes: Partial<CampaignValues>) => {
      setValues((before) => ({ ...before, ...changes }));
    },
  };
  return (
    <>
      <PageHead title="New campaign">
        <Button
          variant="subtle"
          onClick={() => {
            setValues(emptyCampaign);
            setProblems({});
            setStep(0);
          }}
        >
          Start over
        </Button>
      </PageHead>
      <Steps current={step} problems={problems} onGo={setStep} />
      {stepOf(problems) === null ? <Problem error={create.error} /> : null}
      <section className="card" aria-label={steps[step]?.title}>
        {step === 0 ? <Basics {...form} hasMedium /> : null}
        {step === 1 ? <TargetingTree {...form} /> : null}
        {step === 2 ? <CreativesStep {...form} /> : null}
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

function Steps({
  current,
  problems,
  onGo,
}: {
  readonly current: number;
  readonly problems: Readonly<Record<string, string>>;
  readonly onGo: (step: number) => void;
}) {
  return (
    <ol className="steps" aria-label="Steps">
      {steps.map(({ title, fields }, at) => {
        const isBad = Object.keys(problems).some((field) => fields.test(field));
        return (
          <li key={title}>
            <button
              type="button"
              aria-current={at === current ? 'step' : undefined}
              data-bad={isBad || undefined}
              onClick={() => {
                onGo(at);
              }}
            >
              <span aria-hidden="true">{isBad ? '!' : at + 1}</span>
              {title}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
