import type { Texts } from '../en';

export const taxonomy: Texts['taxonomy'] = {
  title: 'Taxonomie',
  whatCampaignsAdsAndSites:
    'Was Kampagnen, Anzeigen und Websites dieses Servers nennen dürfen: Medien, Plattformen, Größen und wonach sich ausrichten lässt.',
  inForce: 'In Kraft',
  version: 'Version',
  from: 'Von',
  theServerItself: 'dem Server selbst',
  anImport: 'einem Import',
  download: 'Herunterladen',
  importAnother: 'Andere importieren',
  toChangeIt:
    'Um sie zu ändern, laden Sie sie herunter, ändern eine Kopie und importieren diese. Was größer als 200 KB ist, importiert <mono>adgate taxonomy import</mono>.',
  importQuestion: '{name} importieren?',
  importIt: 'Importieren',
  importItNevertheless: 'Trotzdem importieren',
  itReplacesTheOneIn:
    'Sie ersetzt die geltende, auf allen Gateways binnen zwei Sekunden. Laufende Kampagnen, die etwas nutzen, was ihr fehlt, werden vorher genannt.',
  theCampaignsAboveLose:
    'Die Kampagnen oben werden nicht mehr oder anderen als gewünscht gezeigt, bis sie geändert werden.',
  itIsInForce: 'Die Taxonomie ist importiert. Gateways nutzen sie binnen zwei Sekunden.',
  theFileIsTooLong:
    'Die Datei ist größer als 200 KB: Importieren Sie sie mit „adgate taxonomy import“.',
  theFileIsNoText: 'Die Datei ist kein Text in UTF-8.',
  mediaAndPlatforms: 'Medien und Plattformen',
  nameInTheApi: 'Name in der API',
  partOf: 'Teil von',
  adsFor: 'Anzeigen für {name}',
  mimeTypes: 'MIME-Typen',
  sizes: 'Größen',
  targetingFor: 'Ausrichtung für {name}',
  searchAll: 'Länder, Sprachen, Kategorien, Geräte und ihre IDs',
  theyTypeIt: 'Werbende tippen die Werte ein.',
  nothingIsLikeThat: 'Nichts ist so.',
  nothingCanBeTargeted: 'Es gibt nichts zum Ausrichten.',
  count: '{count, plural, one {# Wert} other {# Werte}}',
};
