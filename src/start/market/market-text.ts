import type { ReadyInstallation } from '../installation';

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
    for (const { role, email, password } of accounts)
      lines.push(`    ${role.padEnd(12)} ${email.padEnd(32)} ${password}`);
    lines.push('');
  }
  if (ledger !== null)
    lines.push(
      `  ledger node          ${ledger.nodeAddress}`,
      `  ledger relay         ${ledger.relayUrl}`,
      ...[...ledger.walletUrls.values()].map((url) => `  ledger wallet        ${url}`),
      '',
    );
  return [...lines, ''].join('\n');
}
