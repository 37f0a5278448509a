import { describe, expect, it } from '@jest/globals';
import { signingKey } from '../../../sidecar/ledger/signing';
import { createAccountKeys } from '../../../src/peers/signed-requests/account-keys';
import { verifyDetailsQuestion } from '../../../src/peers/signed-requests/verify-details-question.service';

/** As another server of the network signs it. @see docs/peers.md §5 */
const question = {
  transaction: '0001:00000085:0001',
  account: '0001-00000005-CBCA',
  date: '2026-02-09T12:00:00+00:00',
  signature:
    'bb183016b1cfc4761463b491c0f1443c64f4fbe400379ef5469ca282d646878b2167333539ece586714251831ee6aaeee7e7db355428c4c0372153e36c9afd03',
};
const seed = Buffer.from('f30dfe1cfb6de6d1c962dd71424767e4d1ad2b2b5c548c7ccecb16b6897f4dff', 'hex');
const now = () => new Date('2026-02-09T12:09:00Z');
const readPublicKey = (address: string) =>
  Promise.resolve(address === question.account ? Buffer.from(signingKey(seed).publicKey) : null);

const verify = (changes: Partial<typeof question>, at = now) =>
  verifyDetailsQuestion(
    { accountKeys: createAccountKeys({ readPublicKey }, at), now: at },
    { ...question, ...changes },
    () => true,
  );

describe('a signed question for details', () => {
  it('is believed as another server signs it', async () => {
    expect(await verify({})).toEqual({
      transactionId: question.transaction,
      account: question.account,
    });
  });

  it.each<[string, Partial<typeof question>, string]>([
    ['too few digits', { transaction: '0001:00000085' }, 'transaction'],
    ['a long text', { transaction: `${question.transaction}${'x'.repeat(99)}` }, 'transaction'],
    ['another transaction', { transaction: '0001:00000085:0002' }, 'signature'],
    ['no checksum', { account: '0001-00000005-XXXX' }, 'account'],
    ['an account that the ledger does not know', { account: '0001-00000004-DBEB' }, 'ledger'],
    ['another time', { date: '2026-02-09T12:00:01+00:00' }, 'signature'],
    ['a day without a time', { date: '2026-02-09' }, 'date'],
    ['no signature', { signature: 'x' }, '128'],
    ['one digit changed', { signature: question.signature.replace('b', 'c') }, 'signature'],
  ])('is refused with %s', async (_what, changes, message) => {
    await expect(verify(changes)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining(message),
    });
  });

  it('is refused by a clock that is more than ten minutes off', async () => {
    const at = (text: string) => () => new Date(text);
    await verify({}, at('2026-02-09T12:10:00Z'));
    await verify({}, at('2026-02-09T11:50:00Z'));
    for (const text of ['2026-02-09T12:10:01Z', '2026-02-09T11:49:59Z'])
      await expect(verify({}, at(text))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});
