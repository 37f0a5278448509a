import { describe, expect, it } from '@jest/globals';
import { requestMessage } from '../../../sidecar/ledger/peer-signature';
import { parseSecret } from '../../../sidecar/ledger/signing';
import { createAccountKeys } from '../../../src/peers/signed-requests/account-keys';
import { formatRequestHeader } from '../../../src/peers/signed-requests/request-header';
import { createSeenNonces } from '../../../src/peers/signed-requests/seen-nonces';
import { verifyRequest } from '../../../src/peers/signed-requests/verify-request.service';

const supply = {
  address: '0001-00000005-CBCA',
  key: parseSecret('f30dfe1cfb6de6d1c962dd71424767e4d1ad2b2b5c548c7ccecb16b6897f4dff'),
};
const at = Date.parse('2026-02-09T12:00:00Z');
const nonce = Buffer.from(Uint8Array.from({ length: 32 }, (_, byte) => byte));
/** As another server of the network writes it. @see docs/peers.md §5 */
const recorded =
  'ADS account="0001-00000005-CBCA", nonce="AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", created="2026-02-09T12:00:00+00:00", signature="3eea5c8ba34eacd25d87ec1694672bc085145cfb12d1aecf1d3f8d20a6ccf6be48181159689d6c1b03a3b357a64ca6e7a25ea9ba2c39c4c42efbfeb477018c0b"';

/** A receiver that knows the key of one account, on a clock that the test moves. */
function createReceiver({ mostOfOne = 1_000, most = 100_000 } = {}) {
  const clock = { ms: at };
  const now = () => new Date(clock.ms);
  const asked: string[] = [];
  const accountKeys = createAccountKeys(
    {
      readPublicKey(address) {
        asked.push(address);
        return Promise.resolve(
          address === supply.address ? Buffer.from(supply.key.publicKey) : null,
        );
      },
    },
    now,
  );
  const seenNonces = createSeenNonces({ keptMs: 361_000, most, mostOfOne, now });
  const known = new Set<string>();
  const ctx = { now, accountKeys, seenNonces };
  return {
    clock,
    asked,
    known,
    verify: (header?: string) => verifyRequest(ctx, header, (account) => known.has(account)),
  };
}

function signed(ms: number, of: Buffer = nonce): string {
  const seconds = Math.floor(ms / 1000);
  return formatRequestHeader({
    account: supply.address,
    nonce: of.toString('base64'),
    created: new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00'),
    signature: Buffer.from(supply.key.sign(requestMessage(of, seconds))).toString('hex'),
  });
}

const good = { account: supply.address, problem: null, clocks: null };

describe('the header of a peer', () => {
  it('is good as another server writes it', async () => {
    expect(await createReceiver().verify(recorded)).toEqual(good);
    expect(signed(at)).toBe(recorded);
  });

  it.each([
    ['without a header', undefined, 'no Authorization header'],
    ['with another scheme', 'Bearer abc', 'has not the form'],
    ['with text before it', `x ${recorded}`, 'has not the form'],
    ['with text behind it', `${recorded}, x="y"`, 'has not the form'],
    [
      'with members in another order',
      recorded.replace(/(account=.*?), (nonce=.*?),/, '$2, $1,'),
      'has not the form',
    ],
    ['with two spaces', recorded.replace(', nonce', ',  nonce'), 'has not the form'],
    [
      'over 512 characters',
      recorded.replace('nonce="', `nonce="${'A'.repeat(400)}`),
      'has not the form',
    ],
    ['with a wrong checksum', recorded.replace('CBCA', 'CBCB'), 'no address'],
    ['without a checksum', recorded.replace('CBCA', 'XXXX'), 'no address'],
    ['with an empty nonce', recorded.replace(/nonce="[^"]*"/, 'nonce=""'), 'no Base64'],
    ['with a nonce in base64url', recorded.replace('AAEC', '_-EC'), 'no Base64'],
    ['with a day that there is not', recorded.replace('02-09', '02-30'), 'no ISO 8601'],
    [
      'with a time that is a number',
      recorded.replace(/created="[^"]*"/, 'created="1770638400"'),
      'no ISO 8601',
    ],
    ['with a short signature', recorded.replace('3eea', ''), '128 hex digits'],
  ])('is refused %s, and nobody is asked for a key', async (_case, header, problem) => {
    const receiver = createReceiver();
    const found = await receiver.verify(header);
    expect(found).toEqual({
      account: null,
      problem: expect.stringContaining(problem),
      clocks: null,
    });
    expect(receiver.asked).toEqual([]);
  });

  it.each([
    ['one bit of the signature', recorded.replace('3eea', '3eeb'), 'signature is not that'],
    ['one bit of the nonce', recorded.replace('AAEC', 'AQEC'), 'signature is not that'],
    ['one second', recorded.replace('12:00:00', '11:59:59'), 'signature is not that'],
    [
      'the account',
      recorded.replace('00000005-CBCA', '00000004-DBEB'),
      'does not know the account',
    ],
  ])('is refused with %s changed', async (_case, header, problem) => {
    expect((await createReceiver().verify(header)).problem).toContain(problem);
  });

  it.each([
    [-301, false],
    [-300, true],
    [0, true],
    [60, true],
    [61, false],
  ])('made %d s from now is good: %s', async (seconds, isGood) => {
    const found = await createReceiver().verify(signed(at + seconds * 1000));
    expect(found.problem === null).toBe(isGood);
  });

  it('is good once', async () => {
    const receiver = createReceiver();
    expect(await receiver.verify(recorded)).toEqual(good);
    expect((await receiver.verify(recorded)).problem).toContain('used before');
    receiver.clock.ms += 300_000;
    expect((await receiver.verify(recorded)).problem).toContain('used before');
  });

  it('is still good when somebody has tried its nonce with a wrong signature', async () => {
    const receiver = createReceiver();
    await receiver.verify(recorded.replace('3eea', '3eeb'));
    expect(await receiver.verify(recorded)).toEqual(good);
  });

  it('tells both clocks where they differ', async () => {
    const found = await createReceiver().verify(signed(at - 86_400_000));
    expect(found.problem).toContain('2026-02-08T12:00:00.000Z');
    expect(found.problem).toContain('2026-02-09T12:00:00.000Z');
    expect(found.clocks).toBeNull();
  });

  it('tells the clock of a peer that we know only where the signature is its own', async () => {
    const receiver = createReceiver();
    receiver.known.add(supply.address);
    const header = signed(at - 86_400_000);
    expect((await receiver.verify(header)).clocks).toEqual({
      account: supply.address,
      theirs: new Date(at - 86_400_000),
      ours: new Date(at),
    });
    const forged = header.replace(/signature="../, 'signature="00');
    expect((await receiver.verify(forged)).clocks).toBeNull();
  });
});

describe('nonces', () => {
  const nonceOf = (number: number) => Buffer.from(String(number).padStart(8, '0'));

  it('of one account are so many that none pushes out another’s', async () => {
    const receiver = createReceiver({ mostOfOne: 2 });
    expect(await receiver.verify(signed(at, nonceOf(1)))).toEqual(good);
    expect(await receiver.verify(signed(at, nonceOf(2)))).toEqual(good);
    expect((await receiver.verify(signed(at, nonceOf(3)))).problem).toContain('too many');
    expect((await receiver.verify(signed(at, nonceOf(1)))).problem).toContain('used before');
    receiver.clock.ms += 361_001;
    expect(await receiver.verify(signed(receiver.clock.ms, nonceOf(3)))).toEqual(good);
  });

  it('count once, also where one comes again after its time', async () => {
    const receiver = createReceiver({ mostOfOne: 2 });
    expect(await receiver.verify(signed(at, nonceOf(1)))).toEqual(good);
    receiver.clock.ms += 361_001;
    for (const number of [1, 2])
      expect(await receiver.verify(signed(receiver.clock.ms, nonceOf(number)))).toEqual(good);
  });
});

describe('keys', () => {
  it('are asked for once in ten minutes, of accounts that there are not, too', async () => {
    const receiver = createReceiver();
    const unknown = recorded.replace('00000005-CBCA', '00000004-DBEB');
    await Promise.all(
      [1, 2, 3].map((number) => receiver.verify(signed(at, Buffer.from([number])))),
    );
    await receiver.verify(unknown);
    await receiver.verify(unknown);
    expect(receiver.asked).toEqual([supply.address, '0001-00000004-DBEB']);
    receiver.clock.ms += 600_001;
    await receiver.verify(signed(receiver.clock.ms));
    expect(receiver.asked).toHaveLength(3);
  });
});
