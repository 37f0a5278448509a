/** A form of the server’s sentences, and how that is said in another language. */
export type ProblemRule = readonly [RegExp, string];

/** Makes rules of sentences with `{0}` and `{1}` for what the server names. */
export function toRules(problems: Readonly<Record<string, string>>): readonly ProblemRule[] {
  return Object.entries(problems).map(([english, other]) => {
    const literal = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\d\}/g, '(.+)');
    const template = other.replace(/\{(\d)\}/g, (_, place) => `$${Number(place) + 1}`);
    return [new RegExp(`^${literal}$`), template];
  });
}

/** By the first rule that fits. */
export function translate(problem: string, by: readonly ProblemRule[]): string {
  const [form, template] = by.find(([one]) => one.test(problem)) ?? [];
  return form && template !== undefined ? problem.replace(form, template) : problem;
}
