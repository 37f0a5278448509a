import { getAccount } from '../ledger/requests/get-account';
import {
  isStale,
  outcomeUnknown,
  requireReceipt,
  type Acceptance,
} from '../node/methods/transaction-result';
import type { AllowedNode } from '../node/allowed-nodes';
import { createDeadline } from '../node/deadline';
import { createKeyedQueue } from '../node/keyed-queue';
import type { SubmitOutcome } from '../node/submit';
import { RpcError } from '../rpc/errors';
import {
  describePrepared,
  prepareTransaction,
  type BuildTransaction,
  type ChainState,
  type PreparedTransaction,
} from './prepare-transaction';
import { ownClient, readLedger, type ReadContext } from './read-ledger';

/** A transaction to sign; the caller may give number and hash. */
export interface TransactionOrder {
  readonly build: BuildTransaction;
  readonly node: AllowedNode;
  readonly messageId: number | undefined;
  readonly hash: Uint8Array | undefined;
  /** Unix seconds; the present where undefined. */
  readonly time: number | undefined;
}

/** A transaction that the node has taken. */
export interface SentTransaction extends Acceptance {
  readonly prepared: PreparedTransaction;
}

/** Bounds of a writer. */
export interface WriterLimits {
  /** Milliseconds that a transaction may wait for its turn. */
  readonly queueMs: number;
  /** Transactions that may wait. */
  readonly maxWaiting: number;
}

/**
 * The one writer of an account: transactions are signed and sent one after another, each with the
 * number and the hash that the one before has left.
 */
export class AccountWriter {
  readonly #queue: ReturnType<typeof createKeyedQueue>;
  /** The account after the last accepted transaction; null when it has to be read again. */
  #known: ChainState | null = null;

  constructor(
    private readonly ctx: ReadContext & { readonly now: () => number },
    private readonly limits: WriterLimits,
  ) {
    this.#queue = createKeyedQueue({
      concurrency: 1,
      maxWaiting: limits.maxWaiting,
      maxWaitingPerKey: limits.maxWaiting,
      maxWaitingPerOrigin: limits.maxWaiting,
    });
  }

  /**
   * Signs without sending, by the account as the node has it now: what was prepared here before may have
   * been sent by anybody. Opens no connection when the order has both number and hash.
   *
   * @throws {RpcError} when the account's state cannot be read
   */
  prepare(order: TransactionOrder): Promise<PreparedTransaction> {
    const prepare = () => this.#prepare(order, null);
    // It waits for its turn: a transaction under way is about to change the account.
    return isOffline(order) ? prepare() : this.#exclusively(prepare);
  }

  /** Signs and sends. @throws {RpcError} OUTCOME_UNKNOWN has the prepared transaction in its data. */
  send(order: TransactionOrder): Promise<SentTransaction> {
    return this.#exclusively(() => this.#send(order));
  }

  async #exclusively<T>(task: () => Promise<T>): Promise<T> {
    const deadline = createDeadline(this.limits.queueMs);
    // In an object, because the result itself may be null.
    const done = await this.#queue.run('account', {
      deadline,
      task: async () => ({ value: await task() }),
    });
    if (done) return done.value;
    throw new RpcError('BUSY', 'busy: too many transactions of this account are waiting');
  }

  async #readState(node: AllowedNode): Promise<ChainState> {
    const { address } = this.ctx.account;
    const body = { sender: address, target: address, time: this.#unixSeconds() };
    const { response } = await readLedger(this.ctx, { type: getAccount, body, node });
    return { messageId: response.account.messageId, hash: response.account.hash };
  }

  #unixSeconds(): number {
    return Math.floor(this.ctx.now() / 1000);
  }

  async #prepare(order: TransactionOrder, cached: ChainState | null): Promise<PreparedTransaction> {
    const { build, node, messageId, hash, time } = order;
    // Where both were given, nothing needs to be asked for.
    const isGiven = messageId !== undefined && hash !== undefined;
    const state = isGiven ? { messageId, hash } : (cached ?? (await this.#readState(node)));
    return prepareTransaction(this.ctx.account, {
      build,
      state: { messageId: messageId ?? state.messageId, hash: hash ?? state.hash },
      time: time ?? this.#unixSeconds(),
    });
  }

  async #submit(prepared: PreparedTransaction, node: AllowedNode): Promise<SubmitOutcome> {
    const { transaction, signature } = prepared;
    const { sender, wire: data } = transaction;
    const unchanged = this.#known;
    // From here on the node may act. What was known is true again only if nothing has happened.
    this.#known = null;
    const outcome = await this.ctx.submit({ sender, node, data, signature, client: ownClient });
    const isWithoutEffect = outcome.kind !== 'accepted' && outcome.kind !== 'unknown';
    if (isWithoutEffect && !isStale(outcome)) this.#known = unchanged;
    return outcome;
  }

  async #send(order: TransactionOrder): Promise<SentTransaction> {
    const cached = this.#known;
    let prepared = await this.#prepare(order, cached);
    let outcome = await this.#submit(prepared, order.node);
    if (cached !== null && isStale(outcome)) {
      const again = await this.#prepare(order, null);
      if (isSameState(again.before, prepared.after)) {
        // The same bytes have reached the node by another way: to sign again would pay twice.
        throw unknown(prepared, 'the node refused it, and yet the account has moved on by it');
      }
      if (!isSameState(again.before, prepared.before)) {
        prepared = again;
        outcome = await this.#submit(prepared, order.node);
      }
    }
    if (isOffline(order) && isStale(outcome)) await this.#assertNotPassed(order, prepared);
    const { transaction, after } = prepared;
    const acceptance = requireReceipt(outcome, {
      transaction,
      prepared: describePrepared(prepared),
    });
    if (!isSameState(acceptance.receipt.account, after)) {
      throw unknown(prepared, 'the node tells of another state of the account');
    }
    this.#known = after;
    return { ...acceptance, prepared };
  }

  /**
   * Refuses an order whose number the account has passed: a caller who gives number and hash may be repeating an
   * applied transaction.
   * @throws {RpcError} OUTCOME_UNKNOWN when the account is past the number
   */
  async #assertNotPassed({ node }: TransactionOrder, prepared: PreparedTransaction): Promise<void> {
    const state = await this.#readState(node).catch(() => null);
    if (!state || state.messageId <= prepared.before.messageId) return;
    throw unknown(
      prepared,
      'the node refused it, and the account is past its msid: it may be applied, and send_again of these bytes tells',
    );
  }
}

/** Says that the caller has given all that is signed. */
function isOffline({ messageId, hash }: TransactionOrder): boolean {
  return messageId !== undefined && hash !== undefined;
}

function unknown(prepared: PreparedTransaction, reason: string): RpcError {
  const { transaction } = prepared;
  return outcomeUnknown(transaction, { reason, prepared: describePrepared(prepared) });
}

function isSameState(one: ChainState, other: ChainState): boolean {
  return one.messageId === other.messageId && Buffer.compare(one.hash, other.hash) === 0;
}
