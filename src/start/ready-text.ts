import type { ReadyGateway } from './ready-gateway';
import type { LedgerProcesses } from './ledger';

/** The text for the operator when everything runs: the pages to open, and, with a demo, a line to paste that shows an ad. */
export function describeReady({
  url,
  accounts,
  panelLink,
  hasDemo,
  dataFolder,
  ledger,
}: ReadyGateway & {
  readonly dataFolder: string;
  /** Null where none runs beside the gateway. */
  readonly ledger: Pick<LedgerProcesses, 'nodeAddress' | 'relayUrl' | 'walletUrls'> | null;
}): string {
  const lines = [`Adgate is ready at ${url}`, ''];
  if (panelLink !== null)
    lines.push(
      'Open the panel as an advertiser (once, within 15 minutes):',
      '',
      `  ${panelLink}`,
      '',
    );
  if (hasDemo) lines.push(`  a publisher's page   ${url}/demo`);
  lines.push(
    `  GraphQL              ${url}/graphql`,
    ...(ledger
      ? [
          `  ledger node          ${ledger.nodeAddress}`,
          `  ledger relay         ${ledger.relayUrl}`,
          ...[...ledger.walletUrls.values()].map((url) => `  ledger wallet        ${url}`),
        ]
      : []),
    `  data                 ${dataFolder}`,
    '',
  );
  if (accounts.length > 0) {
    lines.push('Accounts made for you; their passwords are shown this once:', '');
    for (const { role, email, password } of accounts)
      lines.push(`  ${role.padEnd(12)} ${email.padEnd(32)} ${password}`);
    lines.push('');
  }
  if (hasDemo) lines.push('A first ad:', '', `  ${curlOf(url)}`, '');
  return [...lines, ''].join('\n');
}

function curlOf(url: string): string {
  const request = {
    context: { iid: '1a2b3c4d-0000-4000-8000-000000000001', url: 'https://news.example' },
    placements: [{ id: 'top', width: 300, height: 250 }],
  };
  return `curl -s ${url}/supply/find -H 'Content-Type: application/json' -d '${JSON.stringify(request)}'`;
}
