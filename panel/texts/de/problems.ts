/**
 * Sentences of the server about typed values, and how they are said in German. `{0}` and `{1}` stand for what the server names;
 * of several that fit, the first counts.
 */
export const problems: Readonly<Record<string, string>> = {
  '{0} is not a domain': '{0} ist keine Domain',
  '{0} is not a domain of {1}': '{0} ist keine Domain von {1}',
  'the ledger has {0} in its place': 'das Ledger hat {0} an ihrer Stelle',
  'the block that had it as {0} was replaced': 'der Block, der sie als {0} hatte, wurde ersetzt',
  'somebody else has paid it by {0}': 'jemand anderes hat sie mit {0} gezahlt',
  'somebody else has paid it from the account {0}': 'jemand anderes hat sie vom Konto {0} gezahlt',
  'cannot be active without an active creative': 'kann ohne aktives Werbemittel nicht aktiv sein',
  'has {0} conversions already': 'hat schon {0} Conversions',
  'has passed: the campaign cannot be active': 'ist vorbei: die Kampagne kann nicht aktiv sein',
  'is {0}: the site cannot be changed': 'ist {0}: die Website lässt sich nicht ändern',
  'is a suspended publisher’s': 'gehört einem gesperrten Publisher',
  'is named twice': 'ist zweimal genannt',
  'is no bid strategy for this medium and vendor':
    'ist keine Gebotsstrategie für dieses Medium und diese Plattform',
  'is no country of the taxonomy': 'nennt kein Land der Taxonomie',
  'is no device of the taxonomy': 'nennt kein Gerät der Taxonomie',
  'is no category of {0}': 'ist keine Kategorie von {0}',
  'is no filter of campaigns': 'ist kein Filter für Kampagnen',
  'is no scope': 'ist kein Recht',
  'is no size of the taxonomy': 'ist keine Größe der Taxonomie',
  'is no size of {0}': 'ist keine Größe von {0}',
  'is no vendor of this medium': 'ist keine Plattform dieses Mediums',
  'is not an unused upload of yours': 'ist keine unbenutzte Datei von Ihnen',
  'is not known': 'ist nicht bekannt',
  'is not known of {0}': 'ist bei {0} nicht bekannt',
  'is not of a link in a mail of ours': 'stammt aus keinem Link unserer Mails',
  'is of a creative that is not rejected': 'gehört zu einem Werbemittel, das nicht abgelehnt ist',
  'is of a site that is {0}: there is nothing to approve':
    'gehört zu einer Website im Zustand {0}: da ist nichts freizugeben',
  'is of a site that you have already': 'gehört zu einer Website, die Sie schon haben',
  'is of another network: this server pays on its ledger only':
    'gehört zu einem anderen Netz: dieser Server zahlt nur auf seinem Ledger',
  'is one placement too many: a site has at most {0}':
    'ist ein Werbeplatz zu viel: eine Website hat höchstens {0}',
  'is one site too many: an account has at most {0}':
    'ist eine Website zu viel: ein Konto hat höchstens {0}',
  'is one too many: a campaign has at most {0} creatives':
    'ist eins zu viel: eine Kampagne hat höchstens {0} Werbemittel',
  'is required': 'fehlt',
  'is required where the value cannot change': 'fehlt: ohne festen Wert geht es nur mit Aufruf',
  'is set by the operator alone': 'setzt nur der Betreiber',
  'is set by the system alone': 'setzt nur das System',
  'is too far from `to`: that reads more than {0} hours of campaigns or sites; take a shorter time, narrow the filter, or leave `by` out':
    'liegt zu weit vor `to`: das sind mehr als {0} Stunden von Kampagnen oder Websites; wählen Sie eine kürzere Zeit',
  'is that of another placement of this size, maybe an archived one':
    'hat schon ein anderer Werbeplatz dieser Größe, vielleicht ein archivierter',
  'is that of somebody who can log in': 'gehört jemandem, der sich anmelden kann',
  'is the account’s already': 'gehört dem Konto schon',
  'is the bid strategy of a campaign': 'ist die Gebotsstrategie einer Kampagne',
  'is the last active creative of an active campaign':
    'ist das letzte aktive Werbemittel einer aktiven Kampagne',
  'is the server’s own': 'gehört dem Server selbst',
  'is there twice': 'gibt es zweimal',
  'is too long': 'ist zu lang',
  'is too much: an account stores at most {0} MiB of creatives':
    'ist zu viel: ein Konto speichert höchstens {0} MiB Werbemittel',
  'is unclaimed, and there are {0} unclaimed sites already: name the publisher':
    'gehört niemandem, und es gibt schon {0} solche Websites: nennen Sie den Publisher',
  'is unknown, used or expired': 'ist unbekannt, benutzt oder abgelaufen',
  'is used twice': 'ist zweimal verwendet',
  'is what keeps the campaign active: stop it first, or give it a price':
    'hält die Kampagne aktiv: halten Sie sie erst an, oder geben Sie ihr einen Preis',
  'is wrong': 'ist falsch',
  'is wrong, too old or used': 'ist falsch, zu alt oder schon benutzt',
  'or password is wrong': 'oder das Passwort ist falsch',
  'must be a domain such as shop.example, without https:// and path':
    'muss eine Domain wie shop.example sein, ohne https:// und Pfad',
  'must have two labels, as shop.example has: all that ends in one is no advertiser':
    'muss aus zwei Teilen bestehen wie shop.example: alles, was auf einen endet, ist kein Werbetreibender',
  'must be a country, days and hours, or both, and USD, such as country:pl 2.5 or country:pl Mo-Fr 09:00-17:00 3':
    'muss ein Land, Tage und Stunden oder beides und USD sein, etwa country:pl 2.5 oder country:pl Mo-Fr 09:00-17:00 3',
  'must be a device, a country, or days and hours, and 0.1 to 10 with at most two decimals, such as device:mobile 1.25 or Mo-Fr 09:00-17:00 0.8':
    'muss ein Gerät, ein Land oder Tage und Stunden sein und 0.1 bis 10 mit höchstens zwei Nachkommastellen, etwa device:mobile 1.25 oder Mo-Fr 09:00-17:00 0.8',
  'must be 0 or more': 'muss 0 oder mehr sein',
  'must be 1 to {0} texts': 'müssen 1 bis {0} Texte sein',
  'is no creative of this server: other servers are blocked whole':
    'ist keine Anzeige dieses Servers: andere Server werden als Ganzes gesperrt',
  'must be a category of the IAB Content Taxonomy 1.0, such as IAB2 or IAB2-3':
    'muss eine Kategorie der IAB Content Taxonomy 1.0 sein, etwa IAB2 oder IAB2-3',
  'must be 1 to 9999 views per {0}, such as 3/day':
    'müssen 1 bis 9999 Einblendungen je {0} sein, wie 3/day',
  'must be {0} coins or more': 'müssen {0} Coins oder mehr sein',
  'must be {0}, as known of the site': 'muss {0} sein, wie von der Website bekannt',
  'must be a file': 'muss eine Datei sein',
  'must be a list': 'muss eine Liste sein',
  'must be a list of kinds': 'muss eine Liste von Arten sein',
  'must be a list of scopes': 'muss eine Liste von Rechten sein',
  'must be a number with at most 11 decimals':
    'muss eine Zahl mit höchstens 11 Nachkommastellen sein',
  'must be a path on this server, such as {0}': 'muss ein Pfad dieses Servers sein, wie {0}',
  'must be a string': 'muss ein Text sein',
  'must be a time such as {0}': 'muss ein Zeitpunkt sein, wie {0}',
  'must be a time zone of the IANA database, such as {0}':
    'muss eine Zeitzone der IANA-Datenbank sein, wie {0}',
  'must be a whole number': 'muss eine ganze Zahl sein',
  'must be a whole number from {0} to {1}': 'muss eine ganze Zahl von {0} bis {1} sein',
  'must be an account address of the ledger, such as {0}':
    'muss eine Kontoadresse des Ledgers sein, wie {0}',
  'must be an address of an account on the ledger, such as {0}':
    'muss die Adresse eines Kontos auf dem Ledger sein, wie {0}',
  'must be an email address': 'muss eine E-Mail-Adresse sein',
  'must be an http(s) URL without credentials': 'muss eine http(s)-Adresse ohne Zugangsdaten sein',
  'must be an http(s) origin such as {0}, without port and path':
    'muss eine http(s)-Adresse wie {0} sein, ohne Port und Pfad',
  'must be an object': 'muss ein Objekt sein',
  'must be at least {0} USD per hour': 'müssen mindestens {0} USD je Stunde sein',
  'must be at most {0} USD': 'darf höchstens {0} USD sein',
  'must be at most {0}': 'darf höchstens {0} sein',
  'must be days and whole hours, such as {0}, or days alone, such as {1}':
    'müssen Tage und volle Stunden sein, wie {0}, oder nur Tage, wie {1}',
  'must be false where the type is basic': 'muss bei der Art basic aus sein',
  'must be false where the type is basic: anybody could name a value':
    'muss bei der Art basic aus sein: sonst könnte jeder einen Wert nennen',
  'must be from {0} to {1}': 'muss von {0} bis {1} sein',
  'must be in the future, within a year': 'muss in der Zukunft liegen, innerhalb eines Jahres',
  'must be in_budget where the type is basic': 'muss bei der Art basic in_budget sein',
  'must be null, at least {0} USD, or 0 where clicks or conversions are paid for':
    'muss leer sein, mindestens {0} USD, oder 0, wo für Klicks oder Conversions gezahlt wird',
  'must be one of {0}': 'muss eins von diesen sein: {0}',
  'must be of {0}': 'muss von {0} sein',
  'must be the name of a host, or a URL of it':
    'muss der Name eines Hosts sein, oder eine Adresse von ihm',
  'must be true or false': 'muss an oder aus sein',
  'must be two lower-case letters (ISO 639-1)': 'müssen zwei Kleinbuchstaben sein (ISO 639-1)',
  'must be type, mime or <classifier>:<keyword>, or in excludes peer':
    'muss type, mime oder <classifier>:<keyword> sein, bei Ausschlüssen auch peer',
  'must have {0} to {1} printable characters': 'muss {0} bis {1} druckbare Zeichen haben',
  'must have {0} to {1} characters': 'muss {0} bis {1} Zeichen haben',
  'must have {0} to {1} bytes': 'muss {0} bis {1} Bytes haben',
  'must have {0} to {1} values': 'muss {0} bis {1} Werte haben',
  'must have 32 hex digits': 'muss 32 Hexziffern haben',
  'must have a public host name': 'muss einen öffentlichen Hostnamen haben',
  'must have a host without placeholders': 'muss einen Host ohne Platzhalter haben',
  'must have at least one for a public client':
    'braucht für eine öffentliche Anwendung mindestens einen Eintrag',
  'must have at most {0} placeholders': 'darf höchstens {0} Platzhalter haben',
  'must have at most {0} keys': 'darf höchstens {0} Schlüssel haben',
  'must have at most {0} characters': 'darf höchstens {0} Zeichen haben',
  'each value must have 1 to {0} characters': 'jeder Wert muss 1 bis {0} Zeichen haben',
  'must have at most {0} values': 'darf höchstens {0} Werte haben',
  'must have at most {0} entries': 'darf höchstens {0} Einträge haben',
  'must have members such as filter[status]': 'muss Glieder haben wie filter[status]',
  'must have one cap for a period': 'darf je Zeitraum nur eine Grenze haben',
  'must hold one that is active: an active campaign needs it':
    'muss ein aktives enthalten: eine aktive Kampagne braucht es',
  'must name a cap: null is without': 'muss eine Grenze nennen: leer heißt ohne',
  'must name an hour: null is always': 'muss eine Stunde nennen: leer heißt immer',
  'must name at least one': 'muss mindestens eins nennen',
  'must name at most {0}': 'darf höchstens {0} nennen',
  'must not be before the start': 'darf nicht vor dem Beginn liegen',
  'must not be less than the budget of a day': 'darf nicht unter dem Budget eines Tages liegen',
  'must not be less than the budget of an hour': 'darf nicht unter dem Budget einer Stunde liegen',
  'must not be less than the total budget': 'darf nicht unter dem gesamten Budget liegen',
  'must not be more than the budget of a day': 'darf nicht über dem Budget eines Tages liegen',
  'must not be more than the budget of an hour': 'darf nicht über dem Budget einer Stunde liegen',
  'must not be more than the total budget': 'darf nicht über dem gesamten Budget liegen',
  'must not be negative': 'darf nicht negativ sein',
  'must not be one of the most used ones': 'darf keins der meistbenutzten sein',
  'must not be the email': 'darf nicht die E-Mail-Adresse sein',
  'must not have a URL twice': 'darf keine Adresse zweimal enthalten',
  'must not have {cid}: pixels are not told the case':
    'darf {cid} nicht enthalten: Pixel erfahren den Fall nicht',
  'must not have {0}: there is no such scope': 'darf {0} nicht haben: dieses Recht gibt es nicht',
  'must name nothing that is blocked': 'darf nichts nennen, was gesperrt wird',
  'are too many: a site blocks at most {0}': 'sind zu viele: eine Website sperrt höchstens {0}',
  'must not name a creative twice, nor one that is rejected or forgotten':
    'darf kein Werbemittel zweimal nennen, und keins, das abgelehnt oder vergessen ist',
  'needs a payout address on the ledger: set one first':
    'braucht eine Auszahlungsadresse auf dem Ledger: setzen Sie erst eine',
  '{0} is not a size that this medium takes; the nearest are {1}':
    '{0} ist keine Größe, die dieses Medium nimmt; am nächsten sind {1}',
  'must be an http(s) URL, or nothing for the landing URL':
    'muss eine http(s)-URL sein, oder leer für die Zielseite',
  'is not a readable ZIP archive': 'ist kein lesbares ZIP-Archiv',
  'has an encrypted entry {0}': 'hat einen verschlüsselten Eintrag {0}',
  'has a link {0}': 'hat eine Verknüpfung {0}',
  'has an entry with a path that cannot be: {0}':
    'hat einen Eintrag mit einem unmöglichen Pfad: {0}',
  'has two entries {0}': 'hat zwei Einträge {0}',
  'must have at most {0} bytes unpacked': 'darf entpackt höchstens {0} Bytes haben',
  'must have at most {0} bytes with all that it loads':
    'darf mit allem, was es lädt, höchstens {0} Bytes haben',
  'must have at most {0} bytes': 'darf höchstens {0} Bytes haben',
  'must refer at most {0} times to something else': 'darf höchstens {0}-mal auf anderes verweisen',
  'loads {0}, which cannot be had: {1}': 'lädt {0}, das nicht zu bekommen ist: {1}',
  "is {0}, and the document's ad.size says {1}": 'ist {0}, und ad.size im Dokument sagt {1}',
  'must be an HTML document with a body': 'muss ein HTML-Dokument mit einem body sein',
  'must have at most {0} elements': 'darf höchstens {0} Elemente haben',
  'has tags that do not match: too much would be copied':
    'hat Tags, die nicht zusammenpassen: zu viel würde kopiert',
  'must nest at most {0} elements': 'darf höchstens {0} Elemente ineinander haben',
  'must not lead elsewhere by itself': 'darf nicht von selbst woanders hinführen',
  'must not have an element <{0}>, which shows {1}': 'darf kein Element <{0}> haben; es zeigt {1}',
  'must not have an element <{0}>': 'darf kein Element <{0}> haben',
  'must have exactly one HTML file, and has none': 'muss genau eine HTML-Datei haben und hat keine',
  'must have one HTML file, or one that names the others':
    'muss eine HTML-Datei haben, oder eine, die die anderen nennt',
  'has a module that is no JavaScript': 'hat ein Modul, das kein JavaScript ist',
  'loads from outside, which it must not: {0}': 'lädt von außen, was es nicht darf: {0}',
  'refers to what is not in the archive: {0}': 'verweist auf etwas, das nicht im Archiv ist: {0}',
  'refers to what is no URL: {0}': 'verweist auf etwas, das keine URL ist: {0}',
  'is not a GIF, JPEG, PNG, WebP or AVIF image': 'ist kein GIF-, JPEG-, PNG-, WebP- oder AVIF-Bild',
  'must have at most {0} scans': 'darf höchstens {0} Durchgänge (Scans) haben',
  'must have at most {0} frames': 'darf höchstens {0} Einzelbilder haben',
  'must have at most {0} pixels in all frames':
    'darf in allen Einzelbildern höchstens {0} Pixel haben',
  'must not be a sequence of AVIF images': 'darf keine Folge von AVIF-Bildern sein',
  'is not a readable image': 'ist kein lesbares Bild',
  'is neither binary glTF nor VOX': 'ist weder binäres glTF noch VOX',
  'is not a whole glTF model': 'ist kein vollständiges glTF-Modell',
  'is not a whole VOX model': 'ist kein vollständiges VOX-Modell',
  'must not load other files': 'darf keine anderen Dateien laden',
  'has more than one {0} box': 'hat mehr als eine Box {0}',
  'is not a whole MP4 video': 'ist kein vollständiges MP4-Video',
  'is not an MP4 video': 'ist kein MP4-Video',
  'has no pictures': 'hat keine Bilder',
  'must have exactly one video track': 'muss genau eine Videospur haben',
  'has a broken video track': 'hat eine kaputte Videospur',
  'has a video track without a size': 'hat eine Videospur ohne Größe',
  'has a codec that browsers do not play: {0}': 'hat einen Codec, den Browser nicht abspielen: {0}',
  'has style sheets that import one another too deeply':
    'hat Stylesheets, die einander zu tief importieren',
  'is not offered by this medium': 'gibt es auf diesem Medium nicht',
  'must not be empty': 'darf nicht leer sein',
  'is {0}; this medium takes {1}': 'ist {0}; dieses Medium nimmt {1}',
  'is required for this type': 'muss bei dieser Art angegeben sein',
  'needs a company that can be shown': 'braucht eine Firma, die genannt werden kann',
  'takes too long to read': 'ist zu langwierig zu lesen',
  'takes too much memory to read': 'braucht zum Lesen zu viel Speicher',
  'must be {0}': 'muss {0} sein',
};
