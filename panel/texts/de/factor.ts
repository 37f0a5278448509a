import type { Texts } from '../en';

export const factor: Texts['factor'] = {
  secondFactor: 'Zweiter Faktor',
  about:
    'Zum Anmelden und für alles, was Geld bewegt, braucht es dann auch einen Code einer Authenticator-App auf Ihrem Telefon. Ihre anderen Sitzungen enden, wenn Sie ihn einschalten.',
  setUp: 'Einrichten',
  scan: 'Scannen Sie das mit Ihrer Authenticator-App, oder geben Sie dort den Schlüssel ein. Geben Sie dann den Code ein, den sie zeigt.',
  secret: 'Schlüssel',
  copySecret: 'Schlüssel kopieren',
  secretAsQr: 'Der Schlüssel als QR-Code',
  code: 'Einmalcode',
  sixDigits: '6 Ziffern, die die App jetzt zeigt',
  codeOrRecovery:
    '6 Ziffern, die Ihre Authenticator-App jetzt zeigt, oder ein Wiederherstellungscode',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  isOff: 'Der zweite Faktor ist ausgeschaltet.',
  isOnWith: 'Er ist eingeschaltet. Übrige Wiederherstellungscodes: {left}.',
  otherRecoveryCodes: 'Neue Wiederherstellungscodes',
  yourRecoveryCodes: 'Ihre Wiederherstellungscodes',
  recoveryCodesAbout:
    'Jeder ersetzt einen Code, wenn Sie kein Telefon haben. Bewahren Sie sie woanders auf als das Passwort: Sie werden nur dieses eine Mal gezeigt.',
  copyRecoveryCodes: 'Wiederherstellungscodes kopieren',
  saveRecoveryCodes: 'Als Datei speichern',
  aCodePlease: 'Ein Code Ihres zweiten Faktors',
  whatItIsFor: 'Das braucht noch einmal einen Code. Er gilt für die nächsten 5 Minuten.',
  goOn: 'Weiter',
};
