/** Texts of the operator's page on a gateway's state. */
export const health = {
  health: 'Health',
  howTheGatewayIs:
    'How the gateway that answers is, looked at every few seconds. Where several run, another one may answer the next time.',
  whenNothingAnswers:
    'While the database is away nobody can be known here: ask /health and /health/details from the gateway’s own machine, and read its log.',
  allIsWell: 'All is well',
  nothingIsToBeDone: 'Nothing is to be done here.',
  notReady: 'The gateway is not ready',
  notReadyAbout: 'It starts, or is about to stop. If it stays so, read its log.',
  databaseAway: 'The database does not answer',
  databaseAwayAbout:
    'Views and clicks wait on the disk, and ads are shown from memory; nothing else works. Look at the database and at the network to it.',
  diskFull: 'The disk is full',
  diskFullAbout: 'Views and clicks may be lost. Make room on the disk of the data folder.',
  diskNearlyFull: 'The disk is nearly full',
  diskNearlyFullAbout:
    'What is free is kept for events: uploads are refused. Make room on the disk of the data folder.',
  diskSilent: 'The disk does not answer',
  diskSilentAbout: 'Look at the machine: its disk hangs, or is gone.',
  journalGrows: 'Many events wait on the disk',
  journalGrowsAbout:
    'Half of the journal is used. When it is full, views and clicks are refused. Look at why the database does not take them.',
  changesLate: 'The gateway does not hear of changes',
  changesLateAbout:
    'It shows what was for sale before. Look at its log and at the database; restart it if that stays.',
  rateMissing: 'No exchange rate holds',
  rateEnds: 'The exchange rate holds for less than an hour',
  rateMissingAbout:
    'Without one nothing is sold, and events wait. Set one by “adgate rate set”, or look at what ADGATE_RATE_URL answers.',
  ledgerAway: 'The wallet does not answer',
  ledgerAwayAbout: 'Nothing is paid out. Start the wallet and the relay, or look at their logs.',
  ledgerEmpty: 'The account on the ledger is empty',
  ledgerEmptyAbout: 'Nobody can be paid. Transfer coins to its address below.',
  settlementFailing: 'Payments fail',
  settlementFailingAbout: 'Nobody is paid. The page of payments says why, and what to do.',
  paymentsUndecided: 'Nothing on the ledger decides on payments that were sent',
  paymentsUndecidedAbout: 'The page of payments says which, and what to do.',
  broadcastLate: 'Other servers take this one for silent',
  broadcastLateAbout:
    'No block of the last 24 hours has a broadcast of this server, and none of its campaigns is shown elsewhere. The account may be too empty for the fee; “adgate doctor” and the log of the gateway with the wallet say more.',
  verdictsLate: 'Verdicts are late',
  verdictsLateAbout:
    'Events have been due for more than 15 minutes, and payments wait for them. Look at the job verify-events.',
  jobsFailing: 'A job has failed, or does not end',
  jobsFailingAbout:
    'One that failed is tried again at its time; the page of the jobs says why. One that does not end needs a new start of its gateway.',
  databaseClockDiffers: 'The clocks of the gateway and of its database differ',
  databaseClockDiffersAbout:
    'Jobs may run twice or not at all, and budgets of hours end too early or too late. Let both machines set their clocks by NTP.',
  clockDiffers: 'The gateway’s clock differs from this computer’s',
  clockDiffersAbout:
    'By more than 30 seconds. Budgets and payments go by the gateway’s: set it by NTP, unless it is this computer’s that is wrong.',
  figures: 'Figures',
  clock: 'Clock',
  running: 'Running',
  runningFor: '{time}, with {memory} of memory',
  database: 'Database',
  answers: 'answers',
  doesNotAnswer: 'does not answer',
  disk: 'Disk',
  free: '{bytes} are free',
  waitingEvents: 'Events on their way',
  events: '{count}, and {bytes} on the disk',
  verdicts: 'Verdicts',
  noneIsLate: 'none is late',
  dueSince: 'due since',
  creativesForSale: 'Creatives for sale',
  changes: 'Changes of others',
  inForceAfter: 'in force up to {time} ago',
  exchangeRate: 'Exchange rate',
  noneHolds: 'none holds',
  holdsUntil: 'holds until',
  ledger: 'Ledger',
  thisGatewayPaysNobody: 'this gateway pays nobody',
  noneHasFailed: 'none has failed',
} as const;
