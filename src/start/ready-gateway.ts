import type { DemoAccount } from './demo-data';

/** The facts that a gateway tells once it answers. */
export interface ReadyGateway {
  readonly url: string;
  /** Accounts that were just made. */
  readonly accounts: readonly DemoAccount[];
  /** Opens the panel as the demo's advertiser, once; null without one. */
  readonly panelLink: string | null;
  /** Makes the first operator, once; null with a demo, and where there is an operator. */
  readonly operatorLink: string | null;
  /** True where there is an ad to show. */
  readonly hasDemo: boolean;
}

/** Says that the ledger is one for development: no setting does, so that nobody says it of another. */
export const ownLedgerArgument = '--own-ledger';
