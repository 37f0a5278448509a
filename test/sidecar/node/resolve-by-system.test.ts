import { describe, expect, it } from '@jest/globals';
import { resolveBySystem, shareLookups } from '../../../sidecar/node/resolve-by-system';

describe('shareLookups', () => {
  it('asks for a name once at a time, and anew once it is answered', async () => {
    const asked: string[] = [];
    const answers = [['192.0.2.1'], ['192.0.2.2'], ['192.0.2.3']];
    const resolve = shareLookups((host) => {
      asked.push(host);
      return Promise.resolve(answers[asked.length - 1]!);
    });
    const together = await Promise.all([resolve('a'), resolve('b'), resolve('a')]);
    expect(together).toEqual([['192.0.2.1'], ['192.0.2.2'], ['192.0.2.1']]);
    expect(await resolve('a')).toEqual(['192.0.2.3']);
    expect(asked).toEqual(['a', 'b', 'a']);
  });

  it('asks anew after a failure', async () => {
    let count = 0;
    const resolve = shareLookups(() => {
      count += 1;
      return count === 1 ? Promise.reject(new Error('no such name')) : Promise.resolve(['::1']);
    });
    const failed = await Promise.allSettled([resolve('a'), resolve('a')]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await resolve('a')).toEqual(['::1']);
  });
});

it('gives what the system knows of this machine', async () => {
  const addresses = await resolveBySystem('localhost');
  expect(addresses.some((address) => address === '127.0.0.1' || address === '::1')).toBe(true);
});
