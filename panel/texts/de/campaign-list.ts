import type { Texts } from '../en';

/** Texts of the list of campaigns. */
export const campaignList: Texts['campaignList'] = {
  searchNames: 'Namen suchen',
  order: 'Reihenfolge',
  otherDirection: 'Die andere Richtung',
  created: 'Angelegt',
  bid: 'Gebot für 1.000 Einblendungen',
  clickRate: 'Klickrate',
  cpm: 'Kosten von 1.000 Einblendungen',
  chooseAll: 'Alle Kampagnen dieser Seite wählen',
  chooseName: '{name} wählen',
  changeAmount: '{label} von {name}: {amount}. Ändern',
  newAmount: '{label} von {name}',
  amountIsChanged: '{label} von {name}: {amount}.',
  chosen: '{count, plural, one {# Kampagne gewählt} other {# Kampagnen gewählt}}',
  chooseNone: 'Keine wählen',
  done: '{done} von {all} erledigt',
  areStopped:
    '{count, plural, one {# Kampagne ist angehalten.} other {# Kampagnen sind angehalten.}}',
  areStarted:
    '{count, plural, one {# Kampagne ist gestartet.} other {# Kampagnen sind gestartet.}}',
  areCopied:
    '{count, plural, one {# Kampagne ist kopiert: die Kopie ist ein Entwurf.} other {# Kampagnen sind kopiert: die Kopien sind Entwürfe.}}',
  areDeleted: '{count, plural, one {# Kampagne ist gelöscht.} other {# Kampagnen sind gelöscht.}}',
  didNotWork: 'Einiges hat nicht geklappt',
  nameProblem: '{name}: {problem}',
  willBeDeleted:
    '{count, plural, one {# Kampagne wird} other {# Kampagnen werden}} in {seconds} Sekunden gelöscht, oder wenn Sie diese Seite verlassen. Bis dahin ändert sich nichts, und was läuft, läuft weiter.',
  deleteNow: 'Jetzt löschen',
  count: '{count, plural, one {# Kampagne} other {# Kampagnen}}',
};
