import { randomUUID } from 'node:crypto';
import { defaultTaxonomyText } from '../../src/demand/taxonomy/default-taxonomy';
import { createId } from '../../src/id';
import { createClient } from '../../src/identity/oauth/clients/client.service';
import { createPersonalAccessToken } from '../../src/identity/oauth/tokens/personal-token.service';
import type { OperationRow, RouteRow } from './access-row';
import { type AccessWorld, insertAccount } from './access-world';
import { campaignOperationAccess, campaignRouteAccess } from './campaign-access';
import { creativeOperationAccess, creativeRouteAccess } from './creative-access';
import { moneyOperationAccess } from './money-access';
import { notificationOperationAccess } from './notification-access';
import { peerOperationAccess } from './peer-access';
import { publisherOperationAccess, publisherRouteAccess } from './publisher-access';
import { statisticsOperationAccess, statisticsRouteAccess } from './statistics-access';

const ofOperators = { rule: 'operator', other: 'own' } as const;

/**
 * The rights of every operation. Every query, mutation and subscription has a row in `operationAccess`, every REST
 * record one in `routeAccess`: the authorisation test fails until a new one has. An operation for everybody needs no
 * more than `rule: 'everybody'`.
 */
export const operationAccess: Readonly<Record<string, OperationRow>> = {
  ...campaignOperationAccess,
  ...creativeOperationAccess,
  ...publisherOperationAccess,
  ...moneyOperationAccess,
  ...notificationOperationAccess,
  ...peerOperationAccess,
  ...statisticsOperationAccess,
  'Query.auditLog': { rule: 'session', other: 'own' },
  'Query.allAuditEntries': { rule: 'operator', other: 'own' },
  'Query.allowedApplications': { rule: 'session', other: 'own' },
  'Mutation.revokeApplication': {
    rule: 'session',
    arguments: async (world) => `clientId: "${await allowedClientId(world)}"`,
    other: 'NOT_FOUND',
  },
  'Query.allAccounts': { rule: 'operator', other: 'own' },
  'Query.accountTable': { rule: 'operator', other: 'own' },
  'Query.account': { ...ofOperators, arguments: ({ owner }) => `name: "${owner.id}"` },
  'Mutation.suspendAccount': {
    ...ofOperators,
    arguments: async ({ app }) =>
      `id: "${(await insertAccount(app, [])).id}", reason: "asked for it"`,
  },
  'Mutation.resumeAccount': { ...ofOperators, arguments: ({ owner }) => `id: "${owner.id}"` },
  'Mutation.setRoles': {
    ...ofOperators,
    arguments: async ({ app }) => `id: "${(await insertAccount(app, [])).id}", roles: [publisher]`,
  },
  'Mutation.setCreditLimit': {
    ...ofOperators,
    arguments: ({ owner }) => `id: "${owner.id}", creditLimit: "5"`,
  },
  'Query.acting': { rule: 'anyToken', other: 'own' },
  'Mutation.actForAccount': {
    ...ofOperators,
    arguments: async ({ app }) =>
      `id: "${(await insertAccount(app, [])).id}", reason: "they asked"`,
  },
  // A session of one's own acts for nobody.
  'Mutation.stopActing': { rule: 'anyToken', owner: 'CONFLICT', other: 'own' },
  'Mutation.createClient': {
    ...ofOperators,
    arguments: ({ owner }) =>
      `name: "Reports", ownerId: "${owner.id}", scopes: ["campaign.read"], redirectUris: []`,
  },
  'Mutation.rotateClientSecret': {
    ...ofOperators,
    arguments: async (world) => `id: "${await clientId(world)}"`,
  },
  'Mutation.deleteClient': {
    ...ofOperators,
    arguments: async (world) => `id: "${await clientId(world)}"`,
  },
  'Query.allClients': { rule: 'operator', other: 'own' },
  'Query.allCreativeReports': { rule: 'operator', other: 'own' },
  'Mutation.closeCreativeReports': {
    ...ofOperators,
    arguments: async (world) =>
      `creativeId: "${await reportedCreativeId(world)}", input: { seen: [{ reason: broken, count: 1 }], finding: no_fault }`,
  },
  'Query.authorizationServer': { rule: 'everybody' },
  'Query.jobs': { rule: 'operator', other: 'own' },
  'Query.media': { rule: 'everybody' },
  'Query.samplePage': { rule: 'everybody' },
  'Query.gatewayHealth': ofOperators,
  'Query.taxonomyDocument': ofOperators,
  'Mutation.importTaxonomy': {
    ...ofOperators,
    arguments: () => `text: ${JSON.stringify(defaultTaxonomyText)}`,
  },
  'Query.personalAccessTokens': { rule: 'session', other: 'own' },
  'Query.sendsMail': { rule: 'everybody' },
  'Query.scopes': { rule: 'everybody' },
  'Query.verificationKeys': { rule: 'everybody' },
  'Query.viewer': { rule: 'anyToken', other: 'own' },
  'Mutation.createPersonalAccessToken': {
    rule: 'session',
    arguments: () => 'input: { name: "ci" }',
    other: 'own',
  },
  'Mutation.reportCreative': { rule: 'everybody' },
  'Mutation.introspectToken': { rule: 'everybody' },
  'Mutation.issueToken': { rule: 'everybody' },
  'Mutation.authorize': {
    rule: 'session',
    arguments: async (world) => `request: { ${await authorizationRequest(world)} }, decision: ask`,
    other: 'own',
  },
  'Query.hasPasswordReset': { rule: 'everybody' },
  'Mutation.changePassword': {
    rule: 'anyToken',
    arguments: () => 'input: { oldPassword: "wrong", newPassword: "long enough" }',
    owner: 'VALIDATION_FAILED',
    other: 'own',
  },
  'Mutation.confirmEmail': { rule: 'everybody' },
  'Mutation.confirmEmailChange': { rule: 'everybody' },
  'Mutation.logIn': { rule: 'everybody' },
  'Mutation.beginSecondFactor': { rule: 'session', other: 'own' },
  'Mutation.confirmSecondFactor': {
    rule: 'session',
    arguments: () => 'otp: "000000"',
    owner: 'CONFLICT',
    other: 'own',
  },
  'Mutation.proveSecondFactor': {
    rule: 'session',
    arguments: () => 'otp: "000000"',
    owner: 'CONFLICT',
    other: 'own',
  },
  'Mutation.renewRecoveryCodes': { rule: 'session', owner: 'CONFLICT', other: 'own' },
  'Mutation.turnOffSecondFactor': { rule: 'session', owner: 'CONFLICT', other: 'own' },
  'Query.openSessions': { rule: 'session', other: 'own' },
  'Mutation.endSession': {
    rule: 'session',
    arguments: () => `id: "${'0'.repeat(32)}"`,
    owner: 'NOT_FOUND',
    other: 'own',
  },
  'Mutation.logOut': { rule: 'anyToken', other: 'own' },
  'Mutation.logOutEverywhere': { rule: 'anyToken', other: 'own' },
  'Mutation.recordClick': { rule: 'everybody' },
  'Mutation.recordImpression': { rule: 'everybody' },
  'Mutation.registerAccount': { rule: 'everybody' },
  'Mutation.registerVisitor': { rule: 'everybody' },
  'Mutation.requestEmailChange': {
    rule: 'session',
    arguments: () => 'email: "other@test.example"',
    owner: 'SERVICE_UNAVAILABLE',
    other: 'own',
  },
  'Mutation.requestPasswordReset': { rule: 'everybody' },
  'Mutation.resetPassword': { rule: 'everybody' },
  'Mutation.runJob': {
    rule: 'operator',
    arguments: () => 'name: "remove-unused-contents"',
    other: 'own',
  },
  'Mutation.sendEmailConfirmation': { rule: 'anyToken', other: 'own' },
  'Mutation.setAccountHolder': { rule: 'session', other: 'own' },
  'Mutation.setAccountLanguage': {
    ...{ rule: 'session', other: 'own' },
    arguments: () => 'language: de',
  },
  'Mutation.inviteAccount': {
    ...ofOperators,
    arguments: ({ app }) =>
      `email: "${app.ctx.randomBytes(8).toString('hex')}@invited.example", roles: [publisher]`,
  },
  'Mutation.requestBids': { rule: 'everybody' },
  'Mutation.revokeOwnToken': {
    rule: 'anyToken',
    arguments: () => `id: "${'0'.repeat(32)}"`,
    owner: 'FORBIDDEN',
    other: 'own',
  },
  'Mutation.revokePersonalAccessToken': {
    rule: 'session',
    arguments: async (world) => `id: "${await personalTokenId(world)}"`,
    other: 'NOT_FOUND',
  },
  'Mutation.revokeToken': { rule: 'everybody' },
  'Mutation.setPayoutAddress': {
    rule: 'session',
    arguments: () => 'address: "0001-00000003-AB0C"',
    other: 'own',
  },
};

export const routeAccess: Readonly<Record<string, RouteRow>> = {
  ...campaignRouteAccess,
  ...creativeRouteAccess,
  ...publisherRouteAccess,
  ...statisticsRouteAccess,
  'GET /.well-known/jwks.json': {},
  'GET /.well-known/oauth-authorization-server': {},
  'GET /auth/authorize': {
    request: async (world) => ({ query: `?${await authorizationQuery(world)}` }),
    other: 'own',
  },
  // Takes the form of the consent page, which comes with a browser's cookie.
  'POST /auth/authorize': { owner: 'FORBIDDEN', other: 'own' },
  'GET /auth/check': { other: 'own' },
  'GET /auth/first-operator/:token': {},
  'POST /auth/first-operator/:token': {},
  'GET /auth/forgotten-password': {},
  'POST /auth/forgotten-password': {},
  'GET /auth/register-account': {},
  'POST /auth/register-account': {},
  'GET /auth/log-in': {},
  'POST /auth/log-in': {},
  'GET /auth/log-in-link/:token': {},
  'POST /auth/log-in-link/:token': {},
  'GET /auth/log-out': {},
  'POST /auth/log-out': {},
  'GET /auth/personal-access-tokens': { other: 'own' },
  'POST /auth/personal-access-tokens': {
    request: () => ({ body: { name: 'ci', scopes: ['campaign.read'] } }),
    other: 'own',
  },
  'DELETE /auth/personal-access-tokens/:id': {
    request: async (world) => ({ params: { id: await personalTokenId(world) } }),
    other: 'NOT_FOUND',
  },
  'GET /auth/scopes': { other: 'own' },
  // Knows access tokens only.
  'DELETE /auth/tokens/:id': { owner: 'NOT_FOUND', other: 'own' },
  'POST /auth/login': {},
  'GET /auth/logout': { other: 'own' },
  'POST /auth/logout': { other: 'own' },
  'POST /auth/email/activate': {},
  'POST /auth/email/activate/resend': { other: 'own' },
  'PATCH /auth/password': {},
  'POST /auth/recovery': {},
  'GET /auth/recovery/:token': {},
  'GET /auth/confirm-email/:token': {},
  'POST /auth/confirm-email/:token': {},
  'GET /auth/change-email/:token': {},
  'POST /auth/change-email/:token': {},
  'GET /auth/confirm-withdrawal/:token': {},
  'POST /auth/confirm-withdrawal/:token': {},
  'GET /auth/reset-password/:token': {},
  'POST /auth/reset-password/:token': {},
  'POST /auth/register': {},
  'GET /auth/unsubscribe/:token': {},
  'POST /auth/unsubscribe/:token': {},
  'PATCH /auth/self': {
    request: () => ({ body: { user: { passwordOld: 'wrong', passwordNew: 'long enough' } } }),
    owner: 'VALIDATION_FAILED',
    other: 'own',
  },
  'GET /api/journal.csv': { other: 'own' },
  'GET /api/payments.csv': { other: 'own' },
  'GET /api/statement.csv': {
    request: () => ({ query: '?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z' }),
    other: 'own',
  },
  'GET /click': {},
  'POST /find': {},
  'POST /oauth/introspect': {},
  'POST /oauth/revoke': {},
  'POST /oauth/token': {},
  'GET /supply/anon': {},
  'POST /supply/anon': {},
  'POST /supply/find': {},
  'GET /supply/register': {},
  'GET /supply/why': {},
  'POST /supply/why': {},
  'POST /supply/report': {},
  'GET /view': {},
};

const callback = 'https://client.example/callback';

async function clientId({ app, owner }: AccessWorld): Promise<string> {
  const { client } = await createClient(app.ctx, {
    name: 'Reports',
    ownerId: owner.id,
    redirectUris: [callback],
    scopes: ['campaign.read'],
  });
  return client.id;
}

async function authorizationRequest(world: AccessWorld): Promise<string> {
  return `clientId: "${await clientId(world)}", redirectUri: "${callback}", responseType: "code"`;
}

async function authorizationQuery(world: AccessWorld): Promise<string> {
  return new URLSearchParams({
    client_id: await clientId(world),
    redirect_uri: callback,
    response_type: 'code',
  }).toString();
}

async function personalTokenId({ app, owner }: AccessWorld): Promise<string> {
  const { token } = await createPersonalAccessToken(app.ctx, {
    accountId: owner.id,
    name: 'ci',
    scopes: [],
  });
  return token.id;
}

async function allowedClientId({ app, owner }: AccessWorld): Promise<string> {
  const expiresAt = new Date(app.ctx.now().getTime() + 60_000);
  const [id, allowed] = [createId(app.ctx), randomUUID()];
  const authorization = { id, accountId: owner.id, clientId: allowed, scopes: [] };
  await app.ctx.authorizations.insert(authorization, expiresAt);
  return allowed;
}

async function reportedCreativeId({ app, owner }: AccessWorld): Promise<string> {
  const creativeId = createId(app.ctx);
  await app.ctx.creativeReports.count({
    ...{ creativeId, campaignId: createId(app.ctx), advertiserId: owner.id, reason: 'broken' },
    ...{ siteId: createId(app.ctx), hash: null, comment: null, reportedAt: app.ctx.now() },
  });
  return creativeId;
}
