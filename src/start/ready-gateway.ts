import type { DemoAccount } from './demo-data';

/** The facts that a gateway tells once it answers. */
export interface ReadyGateway {
  readonly url: string;
  /** Accounts that were just made. */
  readonly accounts: readonly DemoAccount[];
  /** Opens the panel as the demo's advertiser, once; null without one. */
  readonly panelLink: string | null;
  /** True where there is an ad to show. */
  readonly hasDemo: boolean;
}

/** Says that the ledger is one for development: no setting does, so that nobody says it of another. */
export const ownLedgerArgument = '--own-ledger';

/** The ways of a server to a ledger. */
export interface LedgerWays {
  readonly walletUrl: string;
  readonly relayUrl: string;
}

/** Coins of a ledger of its own are worth nothing: everybody may spend, and is paid at once, also who views by hand. */
export function trialSettings(
  env: Readonly<Record<string, string | undefined>>,
  { walletUrl, relayUrl }: LedgerWays,
) {
  return {
    ADGATE_DEFAULT_CREDIT: env['ADGATE_DEFAULT_CREDIT'] || 'unlimited',
    ADGATE_MIN_PAYOUT: env['ADGATE_MIN_PAYOUT'] || '0',
    ADGATE_PAY_PART_HOURS: env['ADGATE_PAY_PART_HOURS'] || '1',
    ADGATE_EARNINGS_DELAY: env['ADGATE_EARNINGS_DELAY'] || '0',
    ADGATE_LEAST_VIEW_MS: env['ADGATE_LEAST_VIEW_MS'] || '0',
    ADGATE_CONFIRM_BLOCKS: env['ADGATE_CONFIRM_BLOCKS'] || '1',
    ADGATE_WALLET_URL: walletUrl,
    ADGATE_RELAY_URL: relayUrl,
  };
}
