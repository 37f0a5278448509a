/** The second factor of an account. */
export const factor = {
  secondFactor: 'Second factor',
  about:
    'Logging in, and what moves money, then takes a code of an authenticator app on your phone, too. Your other sessions end when you turn it on.',
  setUp: 'Set up',
  scan: 'Scan this with your authenticator app, or type the secret there. Then type the code that it shows.',
  secret: 'Secret',
  copySecret: 'Copy the secret',
  secretAsQr: 'The secret as a QR code',
  code: 'Code',
  sixDigits: '6 digits that the app shows now',
  codeOrRecovery: '6 digits that your authenticator app shows now, or a recovery code',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  isOff: 'The second factor is off.',
  isOnWith: 'It is on. Recovery codes left: {left}.',
  otherRecoveryCodes: 'New recovery codes',
  yourRecoveryCodes: 'Your recovery codes',
  recoveryCodesAbout:
    'Each takes the place of one code when you have no phone. Keep them elsewhere than the password: they are shown this once.',
  copyRecoveryCodes: 'Copy the recovery codes',
  saveRecoveryCodes: 'Save as a file',
  aCodePlease: 'A code of your second factor',
  whatItIsFor: 'This needs a code once more. It is good for the next 5 minutes.',
  goOn: 'Go on',
} as const;
