import { describe, expect, it } from '@jest/globals';
import { createTokenKeyRing, rotateSigningKey } from '../../src/oauth/token-keys';
import { startApp } from '../support/app';

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
});
