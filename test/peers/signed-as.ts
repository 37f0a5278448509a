import { createHash, randomBytes } from 'node:crypto';
import { sha256 } from '../../sidecar/ledger/account-hash';
import { requestMessage } from '../../sidecar/ledger/peer-signature';
import { signingKey } from '../../sidecar/ledger/signing';
import { formatRequestHeader } from '../../src/peers/signed-requests/request-header';
import { formatTime } from '../../src/time';
import { addressOfUser } from '../money/payments/ledger-world';

export const keyOfUser = (user: number) => signingKey(sha256(Buffer.from(`user ${user}`)));

/** A header as the server of a user signs it. @param seconds Unix time that its clock says */
export function headerOf(user: number, seconds: number): string {
  const nonce = randomBytes(32);
  return formatRequestHeader({
    account: addressOfUser(user),
    nonce: nonce.toString('base64'),
    created: formatTime(new Date(seconds * 1_000)),
    signature: Buffer.from(keyOfUser(user).sign(requestMessage(nonce, seconds))).toString('hex'),
  });
}

/** The path of a question for the details of a payment, as the server of a user signs it. */
export function questionOf(
  user: number,
  { path, transaction, seconds }: { path: string; transaction: string; seconds: number },
): string {
  const account = addressOfUser(user);
  const date = formatTime(new Date(seconds * 1_000));
  const text = createHash('sha1').update(`${transaction}${seconds}${account}`).digest('hex');
  const signature = Buffer.from(keyOfUser(user).sign(Buffer.from(text))).toString('hex');
  return `/${path}/${transaction}/${account}/${date}/${signature}`;
}
