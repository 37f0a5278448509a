import type { Texts } from '../en';

export const dashboard: Texts['dashboard'] = {
  noCampaignIsLikeThat: 'Keine Kampagne ist so.',
  campaigns: 'Kampagnen',
  campaign: 'Kampagne',
  budgetAnHour: 'Budget pro Stunde',
  allOfThem: 'Alle davon',
  allCampaigns: 'Alle Kampagnen',
  newCampaign: 'Neue Kampagne',
  makeACampaign: 'Kampagne anlegen',
  whatToShowToWhom: 'Was gezeigt wird, wem und für wie viel. Es dauert zwei Minuten.',
  addYourAds: 'Anzeigen hinzufügen',
  picturesVideosOrPagesDrop:
    'Bilder, Videos oder Seiten: Legen Sie sie ab und sehen Sie sie so, wie sie gezeigt werden.',
  watchItRun: 'Beim Laufen zusehen',
  viewsClicksAndWhatThey:
    'Einblendungen, Klicks und was sie kosten stehen hier, Minuten nachdem sie geschehen.',
  welcome: 'Willkommen',
  makeYourFirstCampaign: 'Erste Kampagne anlegen',
  dashboard: 'Übersicht',
  whatYourCampaignsHaveDone: 'Was Ihre Kampagnen bewirkt haben und was es gekostet hat.',
};
