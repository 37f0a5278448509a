import type { Texts } from '../en';

export const delivery: Texts['delivery'] = {
  capsKeepItAway: 'Besucher haben sie so oft gesehen, wie ihre Obergrenzen es erlauben.',
  capsOfAdsKeepItAway:
    'Besucher haben ihre Anzeigen so oft gesehen, wie deren Obergrenzen es erlauben.',
  visitorsAreUnknown: 'Besucher sind unbekannt, und Sie zeigen sie nur bekannten.',
  competitorsKeepItAway: 'Wettbewerber sind auf der Seite.',
  itIsOnThePage: 'Ihre Anzeige ist schon auf der Seite und wird einmal je Seite gezeigt.',
  roadblocksKeepItAway:
    'Eine andere Kampagne hat alle Plätze der Seite, oder sie will selbst alle und passt nicht auf jeden.',
  offersWereNotSeen: 'Zu viele ihrer Anzeigen wurden nicht gesehen, daher wartet sie.',
  prioritiesKeepItAway: 'Kampagnen mit anderem Vorrang kommen zuerst.',
  othersVoice: 'Die Seiten fielen in den Anteil anderer oder in keinen.',
  soOften: '{reason} So ist es bei {share} der Seiten und Besucher, für die sie gedacht ist.',
  noFindOnAnOwnSite:
    'Nach ihrem Vorrang wird sie nur auf eigenen Sites gezeigt, und keine davon fragte nach Anzeigen ihrer Größen.',
  noAdWithinItsTimes:
    'Alle ihre aktiven Anzeigen sind außerhalb ihrer eigenen Zeiten: beendet oder noch nicht begonnen.',
  noVisitorInItsHours: 'Nach der eigenen Uhr kam am letzten Tag kein Besucher in ihren Stunden.',
};
