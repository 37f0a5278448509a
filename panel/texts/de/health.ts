import type { Texts } from '../en';

export const health: Texts['health'] = {
  health: 'Zustand',
  howTheGatewayIs:
    'Wie es dem Gateway geht, das antwortet, alle paar Sekunden angesehen. Wo mehrere laufen, kann beim nächsten Mal ein anderes antworten.',
  whenNothingAnswers:
    'Solange die Datenbank fehlt, ist hier niemand zu erkennen: Fragen Sie /health und /health/details vom Rechner des Gateways aus, und lesen Sie sein Protokoll.',
  allIsWell: 'Alles in Ordnung',
  nothingIsToBeDone: 'Hier ist nichts zu tun.',
  notReady: 'Das Gateway ist nicht bereit',
  notReadyAbout: 'Es startet oder hält gleich an. Bleibt es so, lesen Sie sein Protokoll.',
  databaseAway: 'Die Datenbank antwortet nicht',
  databaseAwayAbout:
    'Ansichten und Klicks warten auf der Platte, Anzeigen kommen aus dem Speicher; sonst geht nichts. Sehen Sie nach der Datenbank und dem Netz dorthin.',
  diskFull: 'Die Platte ist voll',
  diskFullAbout:
    'Ansichten und Klicks können verloren gehen. Schaffen Sie Platz auf der Platte des Datenordners.',
  diskNearlyFull: 'Die Platte ist fast voll',
  diskNearlyFullAbout:
    'Was frei ist, bleibt für Ereignisse: Dateien werden abgewiesen. Schaffen Sie Platz auf der Platte des Datenordners.',
  diskSilent: 'Die Platte antwortet nicht',
  diskSilentAbout: 'Sehen Sie nach dem Rechner: Seine Platte hängt oder ist weg.',
  journalGrows: 'Viele Ereignisse warten auf der Platte',
  journalGrowsAbout:
    'Das Journal ist halb voll. Ist es voll, werden Ansichten und Klicks abgewiesen. Sehen Sie nach, warum die Datenbank sie nicht nimmt.',
  changesLate: 'Das Gateway hört nichts von Änderungen',
  changesLateAbout:
    'Es zeigt, was vorher zum Verkauf stand. Sehen Sie in sein Protokoll und nach der Datenbank; starten Sie es neu, wenn es so bleibt.',
  rateMissing: 'Kein Wechselkurs gilt',
  rateEnds: 'Der Wechselkurs gilt keine Stunde mehr',
  rateMissingAbout:
    'Ohne einen wird nichts verkauft, und Ereignisse warten. Setzen Sie einen mit „adgate rate set“, oder sehen Sie nach, was ADGATE_RATE_URL antwortet.',
  ledgerAway: 'Die Geldbörse antwortet nicht',
  ledgerAwayAbout:
    'Nichts wird ausgezahlt. Starten Sie Geldbörse und Relay, oder sehen Sie in ihre Protokolle.',
  ledgerEmpty: 'Das Konto im Ledger ist leer',
  ledgerEmptyAbout: 'Niemand kann bezahlt werden. Überweisen Sie Coins an seine Adresse unten.',
  settlementFailing: 'Zahlungen scheitern',
  settlementFailingAbout:
    'Niemand wird bezahlt. Die Seite der Zahlungen sagt, warum, und was zu tun ist.',
  paymentsUndecided: 'Nichts im Ledger entscheidet über gesendete Zahlungen',
  paymentsUndecidedAbout: 'Die Seite der Zahlungen sagt, welche, und was zu tun ist.',
  broadcastLate: 'Andere Server halten diesen für verstummt',
  broadcastLateAbout:
    'Kein Block der letzten 24 Stunden hat eine Rundmeldung dieses Servers, und keine seiner Kampagnen wird anderswo gezeigt. Vielleicht reicht das Konto nicht für die Gebühr; „adgate doctor“ und das Protokoll des Gateways mit der Geldbörse sagen mehr.',
  verdictsLate: 'Urteile sind verspätet',
  verdictsLateAbout:
    'Ereignisse sind seit über 15 Minuten fällig, und Zahlungen warten auf sie. Sehen Sie nach der Aufgabe verify-events.',
  jobsFailing: 'Eine Aufgabe ist gescheitert oder endet nicht',
  jobsFailingAbout:
    'Eine gescheiterte wird zu ihrer Zeit wieder versucht; die Seite der Aufgaben sagt, warum. Endet eine nicht, muss ihr Gateway neu gestartet werden.',
  databaseClockDiffers: 'Die Uhren des Gateways und seiner Datenbank gehen verschieden',
  databaseClockDiffersAbout:
    'Aufgaben laufen womöglich zweimal oder gar nicht, und Budgets von Stunden enden zu früh oder zu spät. Lassen Sie beide Rechner ihre Uhr per NTP stellen.',
  clockDiffers: 'Die Uhr des Gateways geht anders als die dieses Rechners',
  clockDiffersAbout:
    'Um mehr als 30 Sekunden. Budgets und Zahlungen gehen nach der des Gateways: Stellen Sie sie per NTP, außer die dieses Rechners ist falsch.',
  figures: 'Zahlen',
  clock: 'Uhr',
  running: 'Läuft',
  runningFor: '{time}, mit {memory} Speicher',
  database: 'Datenbank',
  answers: 'antwortet',
  doesNotAnswer: 'antwortet nicht',
  disk: 'Platte',
  free: '{bytes} sind frei',
  waitingEvents: 'Ereignisse unterwegs',
  events: '{count}, und {bytes} auf der Platte',
  verdicts: 'Urteile',
  noneIsLate: 'keines ist verspätet',
  dueSince: 'fällig seit',
  creativesForSale: 'Anzeigen zum Verkauf',
  changes: 'Änderungen anderer',
  inForceAfter: 'gelten bis vor {time}',
  exchangeRate: 'Wechselkurs',
  noneHolds: 'keiner gilt',
  holdsUntil: 'gilt bis',
  ledger: 'Ledger',
  thisGatewayPaysNobody: 'dieses Gateway zahlt niemandem',
  noneHasFailed: 'keine ist gescheitert',
};
