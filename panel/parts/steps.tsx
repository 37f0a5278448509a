import { t } from '../texts/texts';
export interface Step {
  readonly title: string;
  /** Those of the form that stand there, as the server names them. */
  readonly fields: RegExp;
}

/** The first step with a problem; null without one. */
export function stepWith(
  steps: readonly Step[],
  problems: Readonly<Record<string, string>>,
): number | null {
  const found = steps.findIndex(({ fields }) =>
    Object.keys(problems).some((field) => fields.test(field)),
  );
  return found === -1 ? null : found;
}

/** The way through a form that is made in steps, each of which can be gone to at once. */
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
