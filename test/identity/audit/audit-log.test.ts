import { beforeAll, describe, expect, it } from '@jest/globals';
import { changeOf } from '../../../src/cli/command-change';
import { limitAuditLog } from '../../../src/identity/audit/audit-log.service';
import { audited } from '../../../src/identity/audit/audited.service';
import { insertAccount, openSession } from '../../support/access-world';
import { sendGraphql, startApp, type TestApp } from '../../support/app';
import { createPerson, entriesOf, entryBase } from '../../support/audit';
import { runCommand } from '../../support/command-line';
import { freshDatabase } from '../../support/database';

let app: TestApp;
let mongodbUri: string;
beforeAll(async () => {
  mongodbUri = await freshDatabase();
  app = await startApp({ mongodbUri, env: { ADGATE_MAX_AUDIT_ENTRIES: '100' } });
});

async function ask(query: string, token: string | null, variables: object = {}) {
  const { body } = await sendGraphql(app, token, query, variables);
  return body;
}

describe('reading the log', () => {
  it('pages on, newest first, without a gap or a repeat, by a cursor of this filter alone', async () => {
    const account = await insertAccount(app, ['advertiser']);
    const token = await openSession(app, account);
    for (let count = 0; count < 5; count += 1)
      await ask(`mutation { deleteCampaign(id: "${`${count}`.repeat(32)}") }`, token);
    const page = (after: string | null) =>
      ask(
        'query ($after: String) { auditLog(first: 2, after: $after) { nodes { objectId } pageInfo { hasNextPage endCursor } } }',
        token,
        { after },
      );
    const seen: string[] = [];
    let after: string | null = null;
    let hasNextPage = true;
    while (hasNextPage) {
      const { data }: { data: any } = await page(after); // oxlint-disable-line typescript/no-explicit-any -- an answer
      seen.push(...data.auditLog.nodes.map(({ objectId }: { objectId: string }) => objectId[0]));
      ({ endCursor: after, hasNextPage } = data.auditLog.pageInfo);
    }
    expect(seen).toEqual(['4', '3', '2', '1', '0']);
    const foreign = await ask(
      'query ($after: String) { auditLog(operation: "logIn", after: $after) { nodes { id } } }',
      token,
      { after },
    );
    expect(foreign.errors[0].extensions.code).toBe('VALIDATION_FAILED');
  });

  it('shows operators everybody’s, by account, operation, object and time', async () => {
    const operator = await insertAccount(app, ['operator']);
    const account = await insertAccount(app, ['advertiser']);
    const id = 'c'.repeat(32);
    await ask(`mutation { deleteCampaign(id: "${id}") }`, await openSession(app, account));
    const token = await openSession(app, operator);
    const found = async (args: string) => {
      const { data } = await ask(
        `{ allAuditEntries(${args}) { nodes { accountId operation } } }`,
        token,
      );
      return data.allAuditEntries.nodes as unknown[];
    };
    const its = [{ accountId: account.id, operation: 'deleteCampaign' }];
    expect(await found(`accountId: "${account.id}"`)).toEqual(its);
    expect(await found(`objectId: "${id}", operation: "deleteCampaign"`)).toEqual(its);
    expect(await found(`objectId: "${id}", from: "2000-01-01T00:00:00Z"`)).toEqual(its);
    expect(await found(`objectId: "${id}", to: "2000-01-01T00:00:00Z"`)).toEqual([]);
  });
});

describe('what readers are told', () => {
  const nodes = '{ nodes { actorEmail actingForEmail objectName isReadersNetwork } }';

  it('is everybody’s email for operators, and no other’s for others', async () => {
    const [operator, owner] = [await insertAccount(app, ['operator']), await createPerson(app)];
    const token = await openSession(app, operator);
    await ask(`mutation { setRoles(id: "${owner.id}", roles: [publisher]) { id } }`, token);
    const { data: all } = await ask(`{ allAuditEntries(objectId: "${owner.id}") ${nodes} }`, token);
    expect(all.allAuditEntries.nodes).toEqual([
      {
        ...{ actorEmail: operator.email, actingForEmail: null, objectName: owner.email },
        isReadersNetwork: true,
      },
    ]);
    await audited(
      app.ctx,
      { ...entryBase, accountId: operator.id, actingForId: owner.id, operation: 'updateSite' },
      () => null,
    );
    const { data: own } = await ask(`{ auditLog ${nodes} }`, await openSession(app, owner));
    expect(own.auditLog.nodes).toEqual([
      {
        ...{ actorEmail: null, actingForEmail: owner.email, objectName: null },
        isReadersNetwork: false,
      },
    ]);
  });

  it('is nothing of a person who is erased', async () => {
    const owner = await createPerson(app);
    await audited(
      app.ctx,
      {
        ...{ ...entryBase, accountId: owner.id, operation: 'updateSite', objectName: 'Their site' },
        members: [{ name: 'name', value: 'Their site', before: 'Their blog' }],
      },
      () => null,
    );
    await app.ctx.auditEntries.erasePerson(owner.id, owner.email);
    expect(await entriesOf(app, owner.id)).toMatchObject([
      { objectName: null, members: [{ name: 'name', value: 'erased', before: null }] },
    ]);
  });
});

describe('adgate', () => {
  it('notes commands that change something, and lists them', async () => {
    const { id, email } = await createPerson(app);
    const run = (...args: readonly string[]) => runCommand(mongodbUri, args);
    await run('user', 'suspend', id, '--reason', 'asked for it');
    await run('user', 'show', email);
    const { json } = await run('audit', 'list', '--object', id);
    expect(json.entries).toMatchObject([
      {
        ...{ operation: 'user suspend', credential: 'command', accountId: null, outcome: 'done' },
        ...{ objectKind: 'Account', objectId: id, systemUser: expect.any(String) },
        members: [
          { name: 'reason', value: 'asked for it', before: null },
          { name: 'email', value: id, before: null },
        ],
      },
    ]);
  });

  it('takes no cursor of another list', async () => {
    const run = (...args: readonly string[]) => runCommand(mongodbUri, ['audit', 'list', ...args]);
    const { id } = await createPerson(app);
    await runCommand(mongodbUri, ['user', 'suspend', id, '--reason', 'asked for it']);
    const { json } = await run('--limit', '1');
    const cursor = ['--after', json.endCursor];
    expect((await run('--limit', '1', ...cursor)).exitCode).toBe(0);
    expect(await run('--operation', 'site approve', ...cursor)).toMatchObject({
      exitCode: 2,
      lines: ['--after is not a cursor of this list'],
    });
  });
});

describe('changeOf', () => {
  it('tells of no change where a command only looks', () => {
    const looking = ['user show', 'peer receipt list', 'peer statement', 'books check', 'doctor'];
    for (const name of looking) expect(changeOf({ command: { name }, values: {} })).toBeNull();
    const change = changeOf({ command: { name: 'peer join' }, values: {} });
    expect(change).toMatchObject({ operation: 'peer join' });
  });

  it.each(['events verify', 'statistics rebuild', 'user erase'])(
    'tells of no change where %s shows what it would do',
    (name) => {
      expect(changeOf({ command: { name }, values: { apply: false } })).toBeNull();
      const change = changeOf({ command: { name }, values: { apply: true } });
      expect(change).toMatchObject({
        operation: name,
        members: [{ name: 'apply', value: 'true' }],
      });
    },
  );
});

describe('the bound', () => {
  it('keeps the newest of each account, and leaves the others alone', async () => {
    const [loud, quiet] = [await insertAccount(app, []), await insertAccount(app, [])];
    const note = (accountId: string) =>
      audited(app.ctx, { ...entryBase, accountId, operation: 'updateSite' }, () => null);
    await note(quiet.id);
    for (let count = 0; count < 105; count += 1) await note(loud.id);
    await limitAuditLog(app.ctx, new AbortController().signal);
    expect((await entriesOf(app, loud.id)).length).toBeLessThanOrEqual(100);
    expect(await entriesOf(app, quiet.id)).toHaveLength(1);
  });
});
