import { RequestError } from './graphql/request';
import { sentence } from './parts/problem';

/** What the server says of the fields of a form, by their names; nothing for any other error. */
export function fieldErrors(error: Error): Record<string, string> {
  if (!(error instanceof RequestError)) return {};
  return Object.fromEntries(
    Object.entries(error.fields).map(([field, problems]) => [field, sentence(problems.join(', '))]),
  );
}
