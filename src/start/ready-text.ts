import type { DemoAccount } from './demo-data';
import type { ReadyGateway } from './ready-gateway';
import type { LedgerProcesses } from './ledger';

type ToldLedger = Pick<LedgerProcesses, 'nodeAddress' | 'relayUrl' | 'walletUrls'>;

/** The text for the operator when everything runs: the pages to open, and, with a demo, a line to paste that shows an ad. */
export function describeReady({
  url,
  accounts,
  panelLink,
  operatorLink,
  hasDemo,
  dataFolder,
  ledger,
}: ReadyGateway & {
  readonly dataFolder: string;
  /** Null where no ledger runs beside the gateway. */
  readonly ledger: ToldLedger | null;
}): string {
  const lines = [`Adgate is ready at ${url}`, ''];
  if (panelLink !== null)
    lines.push(
      'Open the panel as an advertiser (once, within 15 minutes):',
      '',
      `  ${panelLink}`,
      '',
    );
  if (operatorLink !== null)
    lines.push(
      'There is no operator yet. Make the first one (once, within an hour):',
      '',
      `  ${operatorLink}`,
      '',
    );
  if (hasDemo) lines.push(`  a publisher's page   ${url}/demo`);
  lines.push(
    `  GraphQL              ${url}/graphql`,
    ...linesOfLedger(ledger),
    `  data                 ${dataFolder}`,
    '',
  );
  if (accounts.length > 0) {
    lines.push('Accounts made for you; their passwords are shown this once:', '');
    lines.push(...accounts.map(lineOfAccount), '');
  }
  if (hasDemo) lines.push('A first ad:', '', `  ${curlOf(url)}`, '');
  return [...lines, ''].join('\n');
}

/** The addresses of the ledger that runs beside the gateway; none without such a ledger. */
export const linesOfLedger = (ledger: ToldLedger | null): readonly string[] =>
  ledger === null
    ? []
    : [
        `  ledger node          ${ledger.nodeAddress}`,
        `  ledger relay         ${ledger.relayUrl}`,
        ...[...ledger.walletUrls.values()].map((url) => `  ledger wallet        ${url}`),
      ];

/** A line of a new account, with its password. */
export const lineOfAccount = ({ role, email, password }: DemoAccount): string =>
  `  ${role.padEnd(12)} ${email.padEnd(32)} ${password}`;

function curlOf(url: string): string {
  const request = {
    context: { iid: '1a2b3c4d-0000-4000-8000-000000000001', url: 'https://news.example' },
    placements: [{ id: 'top', width: 300, height: 250 }],
  };
  return `curl -s ${url}/supply/find -H 'Content-Type: application/json' -d '${JSON.stringify(request)}'`;
}
