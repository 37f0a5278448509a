import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

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
    ADGATE_LEAST_CLICK_MS: env['ADGATE_LEAST_CLICK_MS'] || '0',
    ADGATE_CONFIRM_BLOCKS: env['ADGATE_CONFIRM_BLOCKS'] || '1',
    ADGATE_WALLET_URL: walletUrl,
    ADGATE_RELAY_URL: relayUrl,
  };
}

const pathIn = (dataFolder: string) => join(dataFolder, 'trial-settings');

/**
 * Notes the settings that a server of `npm start` has beside those of the environment, while it runs: commands on its
 * data folder take them, too. None of them is a secret.
 */
export function noteTrialSettings(
  dataFolder: string,
  settings: Readonly<Record<string, string>>,
): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(pathIn(dataFolder), lines.join(''), { mode: 0o600 });
}

export function forgetTrialSettings(dataFolder: string): void {
  rmSync(pathIn(dataFolder), { force: true });
}

/** The settings of the server of `npm start` that runs in a data folder; empty where none does. */
export function readTrialSettings(
  dataFolder: string,
): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(pathIn(dataFolder), 'utf8'));
  } catch {
    return {};
  }
}
