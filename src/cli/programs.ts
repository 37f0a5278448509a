/** Programs that `adgate <name>` runs till they are stopped, instead of a command: their files, from `dist`. */
export interface LongProgram {
  readonly file: string;
  /** One line for `adgate --help`. */
  readonly summary: string;
}

export const programs: ReadonlyMap<string, LongProgram> = new Map([
  [
    'start',
    { file: 'src/start/main', summary: 'Everything for a trial: database, gateway, demo, ledger.' },
  ],
  ['gateway', { file: 'src/main', summary: 'The gateway, on the MongoDB of MONGODB_URI.' }],
  [
    'relay',
    { file: 'sidecar/relay/main', summary: 'The public relay to the ledger; it holds no key.' },
  ],
  [
    'wallet',
    {
      file: 'sidecar/wallet/main',
      summary: 'The wallet, which signs payments, for this machine only.',
    },
  ],
]);
