import { isRecord } from '../validation';
import type { RestRequest, Route } from './route';

const account = 'id uuid: id email roles emailConfirmedAt hasPassword createdAt';

/** What the operations answer of an account. */
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
    // Somebody who is suspended has no session to ask with, and no answer but the reason at the log-in.
    isBanned: false,
    banReason: null,
  };
}

/** The member `user` of a body, in either spelling of its members; what is none has no members. */
function userOf({ body }: RestRequest): Readonly<Record<string, unknown>> {
  return isRecord(body) && isRecord(body.user) ? body.user : {};
}

const bodyOf = ({ body }: RestRequest) => (isRecord(body) ? body : {});

/** Names bad fields as these requests do. */
const named = (names: Readonly<Record<string, string>>) => (path: string) => {
  const field = path.replace(/^input\.?/, '');
  return names[field] ?? field;
};

const common = { crossOrigin: 'listed', accepts: 'apiToken' } as const;

const withoutBody: Pick<Route, 'send'> = {
  send(response) {
    response.statusCode = 204;
    response.end();
  },
};

const logOut = {
  ...common,
  ...withoutBody,
  path: '/auth/logout',
  operation: 'mutation LogOut { done: logOut }',
  variables: () => ({}),
} as const satisfies Omit<Route, 'method'>;

const sessionRoutes: readonly Route[] = [
  {
    ...common,
    method: 'post',
    path: '/auth/login',
    operation: `mutation LogIn($email: String!, $password: String!) {
      session: logIn(email: $email, password: $password) { apiToken user: account { ${account} } }
    }`,
    variables: (request) => ({ email: bodyOf(request).email, password: bodyOf(request).password }),
    headers: () => ({ 'Cache-Control': 'no-store' }),
    body: ({ session }: { readonly session: { apiToken: string; user: AccountData } }) => ({
      apiToken: session.apiToken,
      user: { ...toUser(session.user), apiToken: session.apiToken },
    }),
  },
  { method: 'post', ...logOut },
  { method: 'get', ...logOut },
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
    variables(request) {
      const user = userOf(request);
      const oldPassword = user.passwordOld ?? user.password_old;
      return { input: { oldPassword, newPassword: user.passwordNew ?? user.password_new } };
    },
    nameOf: named({ oldPassword: 'user.passwordOld', newPassword: 'user.passwordNew' }),
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
    variables: (request) => ({
      input: { email: bodyOf(request).email, page: bodyOf(request).uri },
    }),
    nameOf: named({ page: 'uri' }),
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
    variables(request) {
      const user = userOf(request);
      return {
        input: { token: user.token ?? '', newPassword: user.passwordNew ?? user.password_new },
      };
    },
    nameOf: named({ token: 'user.token', newPassword: 'user.passwordNew' }),
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
    variables: (request) => ({
      input: {
        email: userOf(request).email,
        password: userOf(request).password,
        page: bodyOf(request).uri,
      },
    }),
    nameOf: named({ email: 'user.email', password: 'user.password', page: 'uri' }),
    body: () => ({}),
  },
  {
    ...common,
    method: 'post',
    path: '/auth/email/activate',
    operation: `mutation ConfirmEmail($token: String!) {
      user: confirmEmail(token: $token) { ${account} }
    }`,
    variables(request) {
      const user = userOf(request);
      return { token: user.emailConfirmToken ?? user.email_confirm_token };
    },
    nameOf: named({ token: 'user.emailConfirmToken' }),
    body: ({ user }: { readonly user: AccountData }) => toUser(user),
  },
  {
    ...common,
    ...withoutBody,
    method: 'post',
    path: '/auth/email/activate/resend',
    operation:
      'mutation SendEmailConfirmation($page: String) { done: sendEmailConfirmation(page: $page) }',
    variables: (request) => ({ page: bodyOf(request).uri }),
    nameOf: named({ page: 'uri' }),
  },
];

/** `/auth`: users, their passwords and sessions. @see contract 3 */
export const authRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...passwordRoutes,
  ...registrationRoutes,
];
