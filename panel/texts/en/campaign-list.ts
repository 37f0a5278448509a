/** Texts of the list of campaigns. */
export const campaignList = {
  searchNames: 'Search names',
  order: 'Order',
  otherDirection: 'The other direction',
  created: 'Created',
  bid: 'Bid for 1,000 views',
  clickRate: 'Click rate',
  cpm: 'Cost of 1,000 views',
  chooseAll: 'Choose all campaigns of this page',
  chooseName: 'Choose {name}',
  changeAmount: '{label} of {name}: {amount}. Change',
  newAmount: '{label} of {name}',
  amountIsChanged: '{label} of {name}: {amount}.',
  chosen: '{count, plural, one {# campaign chosen} other {# campaigns chosen}}',
  chooseNone: 'Choose none',
  done: '{done} of {all} done',
  areStopped: '{count, plural, one {# campaign is stopped.} other {# campaigns are stopped.}}',
  areStarted: '{count, plural, one {# campaign is started.} other {# campaigns are started.}}',
  areCopied:
    '{count, plural, one {# campaign is copied: the copy is a draft.} other {# campaigns are copied: the copies are drafts.}}',
  areDeleted: '{count, plural, one {# campaign is deleted.} other {# campaigns are deleted.}}',
  didNotWork: 'Some have not worked',
  nameProblem: '{name}: {problem}',
  willBeDeleted:
    '{count, plural, one {# campaign is} other {# campaigns are}} deleted in {seconds} seconds, or when you leave this page. Until then nothing is changed, and what runs goes on.',
  deleteNow: 'Delete now',
  count: '{count, plural, one {# campaign} other {# campaigns}}',
} as const;
