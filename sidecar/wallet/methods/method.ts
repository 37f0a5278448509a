import type { MethodContext } from '../../node/methods/method-context';
import type { RpcMethod } from '../../rpc/dispatcher';
import type { AccountWriter } from '../account-writer';
import type { WalletAccount } from '../prepare-transaction';

/** The parts through which the methods of a wallet reach the world. */
export interface WalletContext extends MethodContext {
  readonly account: WalletAccount;
  readonly writer: AccountWriter;
}

/** A method of the wallet by its name in JSON-RPC. */
export interface WalletMethod {
  readonly name: string;
  readonly create: (ctx: WalletContext) => RpcMethod;
}
