import type { Texts } from '../en';

/** Texts of the list of campaigns. */
export const campaignList: Texts['campaignList'] = {
  bid: 'Gebot (TKP)',
  changeAmount: '{label} von {name}: {amount}. Ändern',
  newAmount: '{label} von {name}',
  amountIsChanged: '{label} von {name}: {amount}.',
  areStopped:
    '{count, plural, one {# Kampagne ist angehalten.} other {# Kampagnen sind angehalten.}}',
  areStarted:
    '{count, plural, one {# Kampagne ist gestartet.} other {# Kampagnen sind gestartet.}}',
  areCopied:
    '{count, plural, one {# Kampagne ist kopiert: die Kopie ist ein Entwurf.} other {# Kampagnen sind kopiert: die Kopien sind Entwürfe.}}',
  areDeleted: '{count, plural, one {# Kampagne ist gelöscht.} other {# Kampagnen sind gelöscht.}}',
  count: '{count, plural, one {# Kampagne} other {# Kampagnen}}',
};
