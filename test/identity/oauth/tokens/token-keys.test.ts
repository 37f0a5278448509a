import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { rotateSigningKey } from '../../../../src/identity/oauth/tokens/token-key.service';
import { createTokenKeyRing } from '../../../../src/identity/oauth/tokens/token-keys';
import { startApp } from '../../../support/app';
import { timeUntil } from '../support';

describe('the keys of a process', () => {
  it('tells of keys that are gone, also when a search for an unknown key found it out', async () => {
    const { ctx } = await startApp();
    const ring = createTokenKeyRing(ctx.tokenKeyStore, ctx.now);
    await ring.load();
    const stolen = ring.signing().keyId;
    await rotateSigningKey(ctx, { endsOthers: true });
    expect(await ring.find('unknown')).toBeNull();
    expect(await ring.find(stolen)).toBeNull();
    expect(await ring.refresh()).toEqual([stolen]);
    expect(await ring.refresh()).toEqual([]);
  });

  it('looks for unknown keys once a second at most: strangers can invent any number', async () => {
    const { ctx } = await startApp();
    let at = Date.now();
    let looks = 0;
    const list = () => {
      looks += 1;
      return ctx.tokenKeyStore.list();
    };
    const ring = createTokenKeyRing({ ...ctx.tokenKeyStore, list }, () => new Date(at));
    await ring.load();
    const findMany = () =>
      Promise.all(Array.from({ length: 50 }, async (_, id) => ring.find(`unknown${id}`)));
    expect(await findMany()).toEqual(Array(50).fill(null));
    at += 999;
    await findMany();
    expect(looks).toBe(1);
    at += 1;
    await findMany();
    expect(looks).toBe(2);
  });

  it('stay gone when an older look at them is answered late', async () => {
    const { ctx } = await startApp();
    const { tokenKeyStore: store } = ctx;
    const answers: (() => void)[] = [];
    const ring = createTokenKeyRing(
      {
        ...store,
        async list() {
          const keys = await store.list();
          if (answers.length === 0) await new Promise<void>((resolve) => answers.push(resolve));
          return keys;
        },
      },
      ctx.now,
    );
    await ring.load();
    const stolen = ring.signing().keyId;
    const older = ring.refresh();
    expect(await timeUntil(() => Promise.resolve(answers.length > 0))).toBeLessThan(5_000);
    await rotateSigningKey(ctx, { endsOthers: true });
    const newer = ring.refresh();
    // Where looks are not made one after another, the newer one is answered first.
    await Promise.race([newer, setTimeout(300)]);
    answers[0]?.();
    await Promise.all([older, newer]);
    expect(ring.list().map(({ keyId }) => keyId)).toEqual([ctx.tokenKeys.signing().keyId]);
    expect(await ring.find(stolen)).toBeNull();
  });
});
