import { expect, it } from '@jest/globals';
import { noMailsAtAll } from '../../../../src/platform/database/migrations/0019-no-mails-at-all';
import { createNoticeMailStore } from '../../../../src/insight/notifications/notice-mail.store';
import { mailedKinds } from '../../../../src/insight/notifications/mailed-kinds';
import { openDatabase } from '../../../../src/platform/database/connection';
import { freshDatabase } from '../../../support/database';

it('an account that had turned all mails off gets none of figures either, another one does', async () => {
  const connection = await openDatabase(await freshDatabase());
  try {
    const store = createNoticeMailStore(connection);
    const former = mailedKinds.filter((kind) => !kind.startsWith('figures.'));
    const some = former.slice(1);
    await store.setUnmailed('none', former);
    await store.setUnmailed('some', some);
    const run = () => noMailsAtAll.run(connection.db!, () => new Date());
    await run();
    await run();
    expect([...(await store.listUnmailed('none'))].sort()).toEqual([...mailedKinds].sort());
    expect(await store.listUnmailed('some')).toEqual(some);
  } finally {
    await connection.close();
  }
});
