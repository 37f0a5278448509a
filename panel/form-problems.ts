import { RequestError } from './graphql/request';
import { sentence } from './parts/problem';
import { problemInLanguage } from './texts/server-words';

/** Problems of a form's fields, in sentences, by the fields' names. */
export type FormProblems = Readonly<Record<string, string>>;

/** Reads the server's problems with the fields of a form; empty for any other error. */
export function fieldErrors(error: Error | null): FormProblems {
  if (!(error instanceof RequestError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, problems]) => [
      field,
      sentence(problems.map(problemInLanguage).join(', ')),
    ]),
  );
}
