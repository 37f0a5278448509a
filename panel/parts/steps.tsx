import { t } from '../texts/texts';

export interface Step {
  readonly title: string;
  /** Matches the names that the server has for the fields of this step. */
  readonly fields: RegExp;
}

const hasProblem = ({ fields }: Step, problems: Readonly<Record<string, string>>): boolean =>
  Object.keys(problems).some((field) => fields.test(field));

/** The first step with a problem; null without one. */
export function stepWith(
  steps: readonly Step[],
  problems: Readonly<Record<string, string>>,
): number | null {
  const found = steps.findIndex((step) => hasProblem(step, problems));
  return found === -1 ? null : found;
}

/** The steps of a form, as buttons that go to each step at once. */
export function Steps({
  steps,
  current,
  problems,
  onGo,
}: {
  readonly steps: readonly Step[];
  readonly current: number;
  readonly problems: Readonly<Record<string, string>>;
  readonly onGo: (step: number) => void;
}) {
  return (
    <ol className="steps" aria-label={t('common.steps')}>
      {steps.map((step, at) => {
        const isBad = hasProblem(step, problems);
        return (
          <li key={step.title}>
            <button
              type="button"
              aria-current={at === current ? 'step' : undefined}
              data-bad={isBad || undefined}
              onClick={() => {
                onGo(at);
              }}
            >
              <span aria-hidden="true">{isBad ? '!' : at + 1}</span>
              {step.title}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
