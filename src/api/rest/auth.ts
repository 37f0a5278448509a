import { sendNoContent } from '../../http/answer';
import { accountSchemas } from '../../identity/accounts/account.schema';
import { formatEndedSession } from '../../identity/accounts/session-cookie';
import { type Member, membersOf, nameOfInput, readAsIs, toInput } from './members';
import type { RestRequest, Route } from './route';

const account = 'id uuid: id email roles emailConfirmedAt hasPassword createdAt';

/** The members of an account that the operations answer with. */
interface AccountData {
  readonly id: string;
  readonly uuid: string;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly emailConfirmedAt: string | null;
  readonly hasPassword: boolean;
  readonly createdAt: string;
}

/** The account in the words that existing clients know. */
function toUser({ emailConfirmedAt, ...data }: AccountData) {
  const isConfirmed = emailConfirmedAt !== null;
  return {
    ...data,
    isAdvertiser: data.roles.includes('advertiser'),
    isPublisher: data.roles.includes('publisher'),
    isAdmin: data.roles.includes('operator'),
    isEmailConfirmed: isConfirmed,
    isConfirmed,
    // A suspended account has no session: it is told the reason when it logs in, and never gets this answer.
    isBanned: false,
    banReason: null,
  };
}

/** The variables of an operation of these members, and the names that its requests have for them. */
const taking = (...members: readonly Member[]) => ({
  variables: ({ body }: RestRequest) => ({ input: toArguments(members, body) }),
  nameOf: nameOfInput(members),
});

const toArguments = (members: readonly Member[], body: unknown) =>
  toInput(members, 'update', membersOf(body), readAsIs);

const page: Member = { wire: 'uri', field: 'page' };
const newPassword: Member = { wire: 'user.passwordNew', field: 'newPassword' };
const confirmation: readonly Member[] = [
  { wire: 'user.emailConfirmToken', field: 'token' },
  newPassword,
];

const common = { crossOrigin: 'listed', accepts: 'apiToken' } as const;

const withoutBody: Pick<Route, 'send'> = { send: sendNoContent };

const logOut = {
  ...common,
  path: '/auth/logout',
  operation: 'mutation LogOut { done: logOut }',
  variables: () => ({}),
  send(response, _data, { headers, url }) {
    // Without a token it was the cookie's session that has ended.
    if (headers.authorization === undefined)
      response.setHeader('Set-Cookie', formatEndedSession(url));
    sendNoContent(response);
  },
} as const satisfies Omit<Route, 'method'>;

const sessionRoutes: readonly Route[] = [
  {
    ...common,
    method: 'post',
    path: '/auth/login',
    example: { email: 'advertiser@adgate.example', password: 'a long password' },
    operation: `mutation LogIn($email: String!, $password: String!, $otp: String) {
      session: logIn(email: $email, password: $password, otp: $otp) { apiToken user: account { ${account} } }
    }`,
    variables: ({ body }) =>
      toArguments([{ wire: 'email' }, { wire: 'password' }, { wire: 'otp' }], body),
    headers: () => ({ 'Cache-Control': 'no-store' }),
    body: ({ session }: { readonly session: { apiToken: string; user: AccountData } }) => ({
      apiToken: session.apiToken,
      user: { ...toUser(session.user), apiToken: session.apiToken },
    }),
  },
  { method: 'post', ...logOut, sessionCookie: 'ofOurPages' },
  // Not by cookie: whoever follows a link would be logged out.
  { method: 'get', ...logOut, refusesHead: true },
  {
    ...common,
    method: 'get',
    path: '/auth/check',
    operation: `query Check { viewer { ${account} } }`,
    variables: () => ({}),
    body: ({ viewer }: { readonly viewer: AccountData }) => toUser(viewer),
  },
];

const passwordRoutes: readonly Route[] = [
  {
    ...common,
    method: 'patch',
    path: '/auth/self',
    operation: `mutation ChangePassword($input: ChangePasswordInput!) {
      user: changePassword(input: $input) { ${account} }
    }`,
    ...taking({ wire: 'user.passwordOld', field: 'oldPassword' }, newPassword),
    body: ({ user }: { readonly user: AccountData }) => toUser(user),
  },
  {
    ...common,
    ...withoutBody,
    method: 'post',
    path: '/auth/recovery',
    operation: `mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
      done: requestPasswordReset(input: $input)
    }`,
    ...taking({ wire: 'email' }, page),
  },
  {
    ...common,
    ...withoutBody,
    method: 'get',
    path: '/auth/recovery/:token',
    operation:
      'query HasPasswordReset($token: String!) { isValid: hasPasswordReset(token: $token) }',
    variables: ({ params }) => ({ token: params.token }),
  },
  {
    ...common,
    method: 'patch',
    path: '/auth/password',
    operation: `mutation ResetPassword($input: ResetPasswordInput!) {
      user: resetPassword(input: $input) { ${account} }
    }`,
    ...taking({ wire: 'user.token', field: 'token', read: (token) => token ?? '' }, newPassword),
    body: ({ user }: { readonly user: AccountData }) => toUser(user),
  },
];

const registrationRoutes: readonly Route[] = [
  {
    ...common,
    method: 'post',
    path: '/auth/register',
    status: 201,
    operation: `mutation RegisterAccount($input: RegisterAccountInput!) {
      done: registerAccount(input: $input)
    }`,
    ...taking(
      { wire: 'user.email', field: 'email' },
      // Clients of REST register with a password.
      { wire: 'user.password', field: 'password', read: (password) => password ?? '' },
      page,
    ),
    requires: ['user.password'],
    takes: { 'user.password': accountSchemas.password },
    body: () => ({}),
  },
  {
    ...common,
    method: 'post',
    path: '/auth/email/activate',
    operation: `mutation ConfirmEmail($token: String!, $newPassword: String) {
      user: confirmEmail(token: $token, newPassword: $newPassword) { ${account} }
    }`,
    variables: ({ body }) => toArguments(confirmation, body),
    takes: { 'user.passwordNew': accountSchemas.newPassword },
    nameOf: nameOfInput(confirmation),
    body: ({ user }: { readonly user: AccountData }) => toUser(user),
  },
  {
    ...common,
    ...withoutBody,
    method: 'post',
    path: '/auth/email/activate/resend',
    operation:
      'mutation SendEmailConfirmation($page: String) { done: sendEmailConfirmation(page: $page) }',
    variables: ({ body }) => toArguments([page], body),
    takes: { uri: accountSchemas.page },
    nameOf: nameOfInput([page]),
  },
];

/** `/auth`: users, their passwords and sessions. @see docs/contract.md §3 */
export const authRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...passwordRoutes,
  ...registrationRoutes,
];
