import type { AccountMailTexts } from './en';

const lifetime = 'Der Link gilt einmal, 24 Stunden lang.';
const otherwise =
  'Wenn Sie das nicht waren, setzen Sie sofort ein neues Passwort und sagen Sie es dem Betreiber dieses Servers.';

export const germanAccountMails: AccountMailTexts = {
  confirmation: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: (link) =>
      `Jemand hat mit dieser E-Mail-Adresse ein Konto registriert. Wenn Sie das waren, bestätigen Sie sie hier:\n\n${link}\n\n${lifetime} Wenn nicht, tun Sie nichts: Das Konto bleibt geschlossen.\n`,
  },
  invitation: {
    subject: 'Sie sind eingeladen',
    text: (link) =>
      `Der Betreiber hat für diese E-Mail-Adresse ein Konto angelegt. Setzen Sie hier Ihr Passwort und Ihren Namen:\n\n${link}\n\n${lifetime} Wenn Sie es nicht möchten, tun Sie nichts: Das Konto bleibt geschlossen.\n`,
  },
  passwordReset: {
    subject: 'Neues Passwort setzen',
    text: (link) =>
      `Jemand hat für Ihr Konto ein neues Passwort verlangt. Wenn Sie das waren, setzen Sie es hier:\n\n${link}\n\n${lifetime} Wenn nicht, tun Sie nichts: Ihr Passwort bleibt, wie es ist.\n`,
  },
  alreadyRegistered: {
    subject: 'Sie haben schon ein Konto',
    text: (link) =>
      `Jemand wollte diese E-Mail-Adresse registrieren, die schon ein Konto hat. Wenn Sie das waren, melden Sie sich an oder setzen Sie hier ein neues Passwort:\n\n${link}\n\n${lifetime} Wenn nicht, tun Sie nichts: Es hat sich nichts geändert.\n`,
  },
  emailChange: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    text: (link) =>
      `Jemand möchte sich ab jetzt mit dieser E-Mail-Adresse anmelden. Wenn Sie das waren, bestätigen Sie es hier mit Ihrem Passwort:\n\n${link}\n\n${lifetime} Wenn nicht, tun Sie nichts: Das Konto behält die Adresse, die es hat.\n`,
  },
  emailTaken: {
    subject: 'Sie haben schon ein Konto',
    text: () =>
      'Jemand wollte sich bei einem anderen Konto mit dieser E-Mail-Adresse anmelden, die ein eigenes Konto hat. Wenn Sie das waren, melden Sie sich damit an oder wählen Sie eine andere Adresse. Wenn nicht, tun Sie nichts: Es hat sich nichts geändert.\n',
  },
  emailChangeAsked: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    text: (newEmail) =>
      `Jemand, der bei Ihrem Konto angemeldet ist, möchte sich ab jetzt mit einer anderen E-Mail-Adresse anmelden:\n\n${newEmail}\n\nSie gilt, sobald sie dort mit Ihrem Passwort bestätigt ist. Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort: Damit ist es beendet.\n`,
  },
  emailChanged: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    text: (newEmail, goodFrom) =>
      `Ihr Konto hat ab jetzt eine andere E-Mail-Adresse:\n\n${newEmail}\n\nMit der bisherigen kann sich niemand mehr anmelden, sie bekommt keine Mails des Kontos mehr, und alle Sitzungen sind beendet. Vor ${goodFrom} wird nichts ausgezahlt. Wenn nicht Sie das geändert haben, sagen Sie es sofort dem Betreiber dieses Servers.\n`,
  },
  payoutAddressChanged: {
    subject: 'Ihre Auszahlungsadresse wurde geändert',
    text: (address, goodFrom) =>
      `Ihr Konto wird ab jetzt an eine andere Adresse ausgezahlt:\n\n${address}\n\nVor ${goodFrom} wird nichts ausgezahlt. Wenn nicht Sie das geändert haben, setzen Sie sofort ein neues Passwort und dann wieder Ihre eigene Adresse, oder bitten Sie den Betreiber, Ihre Zahlungen anzuhalten.\n`,
  },
  secondFactorOn: {
    subject: 'Ihr zweiter Faktor wurde eingeschaltet',
    text: () =>
      `Zum Anmelden bei Ihrem Konto gehört ab jetzt ein Code Ihrer Authenticator-App. Bewahren Sie die Wiederherstellungscodes dort auf, wo Sie sie ohne die App finden.\n\n${otherwise}\n`,
  },
  secondFactorOff: {
    subject: 'Ihr zweiter Faktor wurde ausgeschaltet',
    text: () => `Zum Anmelden bei Ihrem Konto genügt ab jetzt das Passwort.\n\n${otherwise}\n`,
  },
  secondFactorReset: {
    subject: 'Ihr zweiter Faktor wurde zurückgesetzt',
    text: (goodFrom) =>
      `Der Betreiber dieses Servers hat Ihrem Konto den zweiten Faktor genommen: Zum Anmelden genügt ab jetzt das Passwort, und alle Sitzungen sind beendet. Vor ${goodFrom} wird nichts ausgezahlt.\n\nWenn Sie nicht darum gebeten haben, sagen Sie es sofort dem Betreiber.\n`,
  },
};
