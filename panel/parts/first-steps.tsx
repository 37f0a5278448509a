import type { ReactNode } from 'react';
import { t } from '../texts/texts';
import { PageHead } from './page-head';

/** The page of a person who has nothing yet: the first steps in their order, and how to begin. */
export function FirstSteps({
  title,
  steps,
  children,
}: {
  readonly title: string;
  readonly steps: readonly { readonly title: string; readonly text: string }[];
  readonly children: ReactNode;
}) {
  return (
    <>
      <PageHead title={title} about={t('common.threeStepsToYourFirst')} />
      <section className="card">
        <ol className="first-steps">
          {steps.map((step) => (
            <li key={step.title}>
              <h2>{step.title}</h2>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
        {children}
      </section>
    </>
  );
}
