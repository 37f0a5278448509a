import { RequestError } from './graphql/request';
import { sentence } from './parts/problem';

/** What is wrong with the fields of a form, in sentences, by the fields' names. */
export type FormProblems = Readonly<Record<string, string>>;

/** What the server says of the fields of a form; nothing for any other error. */
export function fieldErrors(error: Error | null): FormProblems {
  if (!(error instanceof RequestError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, problems]) => [field, sentence(problems.join(', '))]),
  );
}
