import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createTokenKeyRing, rotateSigningKey } from '../../src/oauth/token-keys';
import { startApp } from '../support/app';
import { timeUntil } from './support';

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
