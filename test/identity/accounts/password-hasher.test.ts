import { describe, expect, it } from '@jest/globals';
import { createPasswordHasher } from '../../../src/identity/accounts/password-hasher';

describe('the password hasher', () => {
  it('hashes with argon2id, and tells right from wrong', async () => {
    const hasher = createPasswordHasher();
    const hash = await hasher.hash('correct horse');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hasher.verify(hash, 'correct horse')).toBe(true);
    expect(await hasher.verify(hash, 'battery staple')).toBe(false);
  });

  it('never says right where there is no account, not even to the password that it compares with', async () => {
    expect(await createPasswordHasher().verify(null, 'no account has this password')).toBe(false);
  });

  it('leaves the event loop free', async () => {
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    count();
    await createPasswordHasher().hash('correct horse');
    isDone = true;
    expect(turns).toBeGreaterThan(10);
  });

  it('works on two at once, lets fifty wait, and sends the rest away to come again', async () => {
    const hasher = createPasswordHasher();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 55 }, () => hasher.verify(null, 'x')),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 1 });
    expect(await hasher.verify(null, 'x')).toBe(false);
  });
});
