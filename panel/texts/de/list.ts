import type { Texts } from '../en';

export const list: Texts['list'] = {
  searchNames: 'Namen suchen',
  order: 'Reihenfolge',
  otherDirection: 'Die andere Richtung',
  created: 'Angelegt',
  clickRate: 'Klickrate',
  cpm: 'TKP',
  rpm: 'RPM',
  chooseAllOfPage: 'Alles auf dieser Seite wählen',
  chooseName: '{name} wählen',
  chosen: '{count, number} gewählt',
  allOfPageAreChosen: 'Alle {count, number} dieser Seite sind gewählt.',
  chooseAllOf: 'Alle {count, number} wählen',
  chooseNone: 'Nichts wählen',
  done: '{done} von {all} erledigt',
  didNotWork: 'Einiges hat nicht geklappt',
  nameProblem: '{name}: {problem}',
  willBeDeleted:
    '{count, plural, one {# wird} other {# werden}} in {seconds} Sekunden gelöscht, oder wenn Sie diese Seite verlassen. Bis dahin ändert sich nichts, und was läuft, läuft weiter.',
  deleteNow: 'Jetzt löschen',
};
