import { ledgerNetwork } from '../../identity/accounts/payout-address';
import type { ClosedTransaction } from '../../platform/ledger/closed-transaction';
import type { LedgerClient } from '../../platform/ledger/ledger-client';
import { isReplaced, mostLooks } from '../../platform/ledger/replaced-block';
import { codesIn } from '../deposits/deposit-code';
import type { AddressClaim } from './claim';
import type { ClaimContext } from './claim.context';

type LookingContext = ClaimContext & { readonly ledger: LedgerClient };

/** An operator reads no longer list. */
const mostNamed = 10;

/**
 * Notes which claims a closed block had shown, and shows no more: it was replaced. A claim stays as it is, for what came
 * along cannot be told from what the account had: an operator is told, and the account is not paid meanwhile.
 *
 * @param since when the ledger has first shown the oldest that is looked at
 * @throws {LedgerFailure} when the ledger cannot be asked.
 */
export async function noteReplacedClaims(
  ctx: LookingContext,
  since: Date,
  signal: AbortSignal,
): Promise<void> {
  const { addressClaims, log } = ctx;
  const now = ctx.now();
  for (const claim of await addressClaims.listShownSince(since, mostLooks)) {
    signal.throwIfAborted();
    const { code, accountId, address, transactionId } = claim;
    if (claim.replacedAt !== null || !(await isTakenBack(ctx, claim))) continue;
    if (!(await addressClaims.noteReplaced(code, now))) continue;
    log.error({ accountId, address, transactionId }, 'the block that showed a claim was replaced');
  }
  await noteThoseShownAgain(ctx, signal);
  await tellReplaced(ctx);
}

async function isTakenBack({ config, ledger }: LookingContext, claim: AddressClaim) {
  const { transactionId, proof } = claim;
  if (transactionId === null || proof === null) return false;
  const isSame = (closed: ClosedTransaction) => isShowing(claim, closed, config.ledgerAddress);
  return isReplaced(ledger, { transactionId, block: proof.block, isSame });
}

/** A block may have one again by the same id; by another one, its transfer is read as a new one. */
async function noteThoseShownAgain(
  { config, ledger, addressClaims, now }: LookingContext,
  signal: AbortSignal,
): Promise<void> {
  for (const claim of await addressClaims.listReplaced(mostLooks)) {
    signal.throwIfAborted();
    const { code, transactionId } = claim;
    const closed = transactionId === null ? null : await ledger.findClosed(transactionId);
    if (closed === null || !isShowing(claim, closed, config.ledgerAddress)) continue;
    const proof = { block: closed.block, shownAt: now() };
    await addressClaims.noteShownAgain(code, { transactionId, proof });
  }
}

const isShowing = (
  { address, code }: AddressClaim,
  { sender, message, wires }: ClosedTransaction,
  ledgerAddress: string,
): boolean =>
  ledgerNetwork + sender === address &&
  message !== null &&
  codesIn(message).includes(code) &&
  wires.some((wire) => wire.address === ledgerAddress);

/** Tells operators, in the record of settlement; of nothing once blocks have all of them, or an operator vouches. */
async function tellReplaced({ addressClaims, settlements, now }: LookingContext): Promise<void> {
  const text = textOf(await addressClaims.listReplaced(mostLooks));
  const { replacedClaims: told } = await settlements.get();
  if (text === (told?.text ?? null)) return;
  await settlements.set({
    replacedClaims: text === null ? null : { text, since: told?.since ?? now() },
  });
}

function textOf(replaced: readonly AddressClaim[]): string | null {
  if (replaced.length === 0) return null;
  const named = replaced.slice(0, mostNamed).map(describe).join('; ');
  const more = replaced.length > mostNamed ? `; and ${replaced.length - mostNamed} more` : '';
  return `blocks that showed whose addresses are were replaced: ${named}${more}`;
}

function describe({ address, accountId, mergedId }: AddressClaim): string {
  const along = mergedId === null ? '' : `, into which publisher ${mergedId} was merged`;
  return `${address} of account ${accountId}${along}`;
}
