import type { PlatformMembers } from '../../platform/platform.members';
import type { PeersMembers } from '../peers.members';
import { requestMessage } from '../../../sidecar/ledger/peer-signature';
import { secondMs } from '../../time';
import { parseRequestHeader, type RequestHeader } from './request-header';

/** The service that verifies requests of peers needs this of the context. */
export interface VerifyRequestContext
  extends Pick<PlatformMembers, 'now'>,
    Pick<PeersMembers, 'accountKeys' | 'seenNonces'> {}

/** The clocks of both sides, as a request showed them. */
export interface Clocks {
  readonly theirs: Date;
  readonly ours: Date;
}

/** The account that has signed a request, or why nobody is known to have. */
export type VerifiedRequest =
  | { readonly account: string; readonly problem: null; readonly clocks: null }
  | {
      readonly account: null;
      /** One sentence, for the peer's operator. */
      readonly problem: string;
      /** Of a header that is right but for its time: the peer's own, as its signature proves. */
      readonly clocks: (Clocks & { readonly account: string }) | null;
    };

export const mostAgeMs = 300 * secondMs;
export const mostAheadMs = 60 * secondMs;

/**
 * Verifies the header of a peer's request in this order: form, time, key and signature, nonce. A nonce is noted only of a
 * good signature: strangers can use up nobody's.
 *
 * @param isKnown says that we know an account as a peer
 * @throws {AppError} `TOO_MANY_REQUESTS` while too many keys are asked for; {LedgerFailure}
 * @see docs/contract.md §10, docs/peers.md §2
 */
export async function verifyRequest(
  ctx: VerifyRequestContext,
  value: string | undefined,
  isKnown: (account: string) => boolean,
): Promise<VerifiedRequest> {
  const header = parseRequestHeader(value);
  if (typeof header === 'string') return refuse(header);
  const clocks = { theirs: header.created, ours: ctx.now() };
  const wrongClock = problemOfClocks(clocks);
  // A stranger's clock is nothing that anybody would look at.
  if (wrongClock !== null && !isKnown(header.account)) return refuse(wrongClock);
  const problem = await problemOfSignature(ctx, header, isKnown);
  if (problem !== null) return refuse(wrongClock ?? problem);
  if (wrongClock !== null)
    return { ...refuse(wrongClock), clocks: { ...clocks, account: header.account } };
  if (!ctx.seenNonces.note(header.account, header.nonce))
    return refuse('the nonce was used before, or too many are used');
  return { account: header.account, problem: null, clocks: null };
}

const refuse = (problem: string) => ({ account: null, problem, clocks: null });

function problemOfClocks({ theirs, ours }: Clocks): string | null {
  const ageMs = ours.getTime() - theirs.getTime();
  if (ageMs >= -mostAheadMs && ageMs <= mostAgeMs) return null;
  return `created is ${theirs.toISOString()}, and here it is ${ours.toISOString()}: good are ${mostAgeMs / secondMs} s behind to ${mostAheadMs / secondMs} s ahead`;
}

async function problemOfSignature(
  { accountKeys }: VerifyRequestContext,
  { account, nonce, created, signature }: RequestHeader,
  isKnown: (account: string) => boolean,
): Promise<string | null> {
  if (accountKeys === null) return 'this server has no ledger to ask for keys';
  const verifies = await accountKeys.find(account, isKnown(account) ? 'peer' : 'stranger');
  if (verifies === null) return 'the ledger does not know the account';
  const message = requestMessage(nonce, Math.floor(created.getTime() / secondMs));
  return verifies(message, signature) ? null : 'the signature is not that of the account';
}
