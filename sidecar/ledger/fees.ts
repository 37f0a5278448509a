import type { AccountAddress } from './address';

/**
 * Computes the fee for moving `amount`, before any minimum: 1/2000, and the same again to another node. Each part is
 * truncated toward zero on its own, as the node does.
 * @see docs/ledger-protocol.md §10
 */
export function transferFee(
  amount: bigint,
  { sender, recipient }: { sender: AccountAddress; recipient: AccountAddress },
): bigint {
  const part = amount / 2000n;
  return recipient.node === sender.node ? part : part + part;
}

/** The larger of the two. */
export function atLeast(minimum: bigint, fee: bigint): bigint {
  return fee < minimum ? minimum : fee;
}
