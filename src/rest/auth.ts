import { isRecord } from '../validation';
import type { Route } from './route';

const userFields = 'user: account { id uuid: id email roles createdAt }';

const logOut = {
  path: '/auth/logout',
  operation: 'mutation LogOut { done: logOut }',
  variables: () => ({}),
  crossOrigin: 'listed',
  send(response) {
    response.statusCode = 204;
    response.end();
  },
} as const satisfies Omit<Route, 'method'>;

/** `/auth`: log-in of users. @see contract 3 */
export const authRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/auth/login',
    operation: `mutation LogIn($email: String!, $password: String!) {
      session: logIn(email: $email, password: $password) { apiToken ${userFields} }
    }`,
    variables: ({ body }) => (isRecord(body) ? { email: body.email, password: body.password } : {}),
    crossOrigin: 'listed',
    body: ({ session }: { readonly session: unknown }) => session,
  },
  { method: 'post', ...logOut },
  { method: 'get', ...logOut },
  {
    method: 'get',
    path: '/auth/check',
    operation: 'query Check { viewer { id uuid: id email roles createdAt } }',
    variables: () => ({}),
    crossOrigin: 'listed',
    body: ({ viewer }: { readonly viewer: unknown }) => viewer,
  },
];
