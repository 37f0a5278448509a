import type { ReadyInstallation } from '../installation';
import { lineOfAccount, linesOfLedger } from '../ready-text';

/** The text for the operator when both servers of a market run. */
export function describeMarket({ gateways, ledger }: ReadyInstallation): string {
  const lines = [
    `Adgate is ready: two servers that show each other's campaigns, and pay each other on a ledger of their own.`,
    '',
  ];
  for (const { url, dataFolder, accounts } of gateways) {
    lines.push(
      `  server               ${url}`,
      `  its publisher's page ${url}/demo`,
      `  its data             ${dataFolder}`,
      `  the other one        ADGATE_DATA_DIR=${dataFolder} npx adgate peer list`,
    );
    if (accounts.length > 0)
      lines.push('  accounts made for you; their passwords are shown this once:');
    lines.push(...accounts.map((account) => `  ${lineOfAccount(account)}`), '');
  }
  const ofLedger = linesOfLedger(ledger);
  if (ofLedger.length > 0) lines.push(...ofLedger, '');
  return [...lines, ''].join('\n');
}
