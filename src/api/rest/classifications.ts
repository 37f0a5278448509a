import { isRecord } from '../../record';
import type { RestRequest, Route } from './route';

const callback = {
  path: '/callback/classifications/:classifier',
  operation: `mutation RecordClassifications($classifier: String!, $results: [ClassificationResultInput!]!) {
    data: recordClassifications(classifier: $classifier, results: $results) { accepted ignored }
  }`,
  variables: ({ params, body }: RestRequest) => ({
    ...params,
    // The list itself, or an object that has it.
    results: isRecord(body) && !Array.isArray(body) ? body.results : body,
  }),
  crossOrigin: 'listed',
} as const satisfies Omit<Route, 'method'>;

/** Where classifiers post their results. @see docs/reference-clients.md §5.8 */
export const classificationRoutes: readonly Route[] = [
  { method: 'post', ...callback },
  { method: 'patch', ...callback },
];
