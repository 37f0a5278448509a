import type { ReactNode } from 'react';
import { t } from '../texts/texts';
import { PageHead } from './page-head';

/** For who has nothing yet: what comes, in order, and how to begin. */
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
