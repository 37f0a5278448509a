import { describe, expect, it } from '@jest/globals';
import { requestTypes } from '../../../../sidecar/ledger/requests/index';
import { parseTransaction } from '../../../../sidecar/ledger/parse-transaction';
import { detailsMessage, requestMessage } from '../../../../sidecar/ledger/peer-signature';
import { parseAccountAddress } from '../../../../sidecar/ledger/address';
import { parseTransactionName } from '../../../../sidecar/ledger/identifiers';
import { isSignatureOf } from '../../../../sidecar/ledger/signature';
import { parseSecret } from '../../../../sidecar/ledger/signing';
import { relayMethods } from '../../../../sidecar/relay/methods';
import { startWallet, testAccount, type RunningWallet } from '../support';

const { address: account } = testAccount;
const { publicKey } = parseSecret(testAccount.secret);
const hashBytes = 32;

/** The bytes that the wallet has signed, from what it says of them; the signature is checked. */
async function signedRequest(wallet: RunningWallet): Promise<Uint8Array> {
  const { result } = await wallet.call('sign_request');
  const { nonce, created, signature } = result as Readonly<Record<string, string>>;
  const bytes = Buffer.from(nonce ?? '', 'base64');
  return proven(requestMessage(bytes, Date.parse(created ?? '') / 1000), signature);
}

async function signedDetails(wallet: RunningWallet, txid: string): Promise<Uint8Array> {
  const { result } = await wallet.call('sign_details', { txid, account });
  const { date, signature } = result as Readonly<Record<string, string>>;
  const asked = { account: parseAccountAddress(account), unixSeconds: Date.parse(date!) / 1000 };
  return proven(detailsMessage(parseTransactionName(txid), asked), signature);
}

function proven(message: Uint8Array, signature: string | undefined): Uint8Array {
  const bytes = Buffer.from(signature ?? '', 'hex');
  if (isSignatureOf(publicKey, { message, signature: bytes })) return message;
  throw new Error('the wallet signed something else');
}

/** Says that the ledger would take a signature of these bytes for one of its own. */
function isOfTheLedger(message: Uint8Array): boolean {
  const couldBe = (decode: () => unknown) => {
    try {
      decode();
      return true;
    } catch {
      return false;
    }
  };
  return (
    couldBe(() => parseTransaction(message.subarray(hashBytes))) ||
    [...requestTypes.values()].some((type) => couldBe(() => type.decode(message)))
  );
}

describe('sign_request', () => {
  it('signs a nonce of its own each time, five seconds ago', async () => {
    await using wallet = await startWallet([]);
    const one = (await wallet.call('sign_request')).result;
    const other = (await wallet.call('sign_request')).result;
    expect(one).toEqual({
      account,
      nonce: expect.stringMatching(/^[\w+/]{43}=$/),
      created: '2026-11-21T05:00:55+00:00',
      signature: expect.stringMatching(/^[0-9a-f]{128}$/),
    });
    expect((other as Record<string, string>)['nonce']).not.toBe(
      (one as Record<string, string>)['nonce'],
    );
  });

  it('signs nothing that the ledger takes', async () => {
    await using wallet = await startWallet([]);
    for (let time = 0; time < 100; time += 1) {
      const message = await signedRequest(wallet);
      expect(message.length).toBe(42);
      expect(isOfTheLedger(message)).toBe(false);
    }
  });
});

describe('sign_details', () => {
  it('signs for its own account, now, in one spelling', async () => {
    await using wallet = await startWallet([]);
    const { result } = await wallet.call('sign_details', {
      txid: '00ab:000000cd:000e',
      account: account.toLowerCase(),
    });
    expect(result).toEqual({
      txid: '00AB:000000CD:000E',
      account,
      date: '2026-11-21T05:01:00+00:00',
      signature: expect.stringMatching(/^[0-9a-f]{128}$/),
    });
  });

  it('signs nothing that the ledger takes, whatever it is asked for', async () => {
    await using wallet = await startWallet([]);
    for (let number = 0; number < 100; number += 1) {
      const id = number.toString(16).padStart(8, '0');
      const message = await signedDetails(wallet, `0001:${id}:0001`);
      expect(message.length).toBe(40);
      expect(isOfTheLedger(message)).toBe(false);
    }
  });
});

describe('a relay', () => {
  it('has neither', () => {
    const names = [
      ...relayMethods({
        nodes: [],
        now: Date.now,
        submit: () => Promise.reject(new Error()),
      }).keys(),
    ];
    expect(names).toEqual(['send_again']);
  });
});
