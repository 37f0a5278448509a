import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '../../../src/identity/audit/audit-entry';
import { audited } from '../../../src/identity/audit/audited.service';
import { startApp, type TestApp } from '../../support/app';
import { entriesOf, entryBase } from '../../support/audit';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});

describe('a change', () => {
  const change = {
    ...{ ...entryBase, accountId: 'a'.repeat(32), operation: 'updateSite' },
    ...{ objectKind: 'Site', objectId: 'b'.repeat(32) },
  };

  it('is not made when it cannot be noted', async () => {
    const auditEntries = {
      ...app.ctx.auditEntries,
      insert: () => Promise.reject(new Error('no room')),
    };
    let isMade = false;
    const made = audited({ ...app.ctx, auditEntries }, change, () => {
      isMade = true;
    });
    await expect(made).rejects.toThrow('no room');
    expect(isMade).toBe(false);
  });

  it('stands in the log while it is made: who is killed in the middle leaves it begun', async () => {
    let during: readonly AuditEntry[] = [];
    await audited(app.ctx, change, async () => {
      during = await entriesOf(app, change.accountId);
    });
    expect(during).toMatchObject([{ outcome: 'begun', operation: 'updateSite' }]);
    expect(await entriesOf(app, change.accountId)).toMatchObject([{ outcome: 'done' }]);
  });

  it('is made, and answered, when its entry cannot be completed', async () => {
    const auditEntries = {
      ...app.ctx.auditEntries,
      complete: () => Promise.reject(new Error('away')),
    };
    expect(await audited({ ...app.ctx, auditEntries }, change, () => 7)).toBe(7);
  });
});
