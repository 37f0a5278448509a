/** Texts of every list to work with. */
export const list = {
  searchNames: 'Search names',
  order: 'Order',
  otherDirection: 'The other direction',
  created: 'Created',
  clickRate: 'Click rate',
  cpm: 'CPM',
  rpm: 'RPM',
  chooseAllOfPage: 'Choose all of this page',
  chooseName: 'Choose {name}',
  chosen: '{count, number} chosen',
  allOfPageAreChosen: 'All {count, number} of this page are chosen.',
  chooseAllOf: 'Choose all {count, number}',
  chooseNone: 'Choose none',
  done: '{done} of {all} done',
  didNotWork: 'Some have not worked',
  nameProblem: '{name}: {problem}',
  willBeDeleted:
    '{count, plural, one {# is} other {# are}} deleted in {seconds} seconds, or when you leave this page. Until then nothing is changed, and what runs goes on.',
  deleteNow: 'Delete now',
} as const;
