export const unpaid = {
  below_minimum:
    'Zu wenig für eine Zahlung: die beginnt bei {amount}; nach 30 Tagen gilt der Mindestbetrag des Servers nicht mehr.',
  no_address: 'Es gibt keine Auszahlungsadresse.',
  foreign_network: 'Die Auszahlungsadresse gehört zu einem anderen Netz.',
  own_address: 'Die Auszahlungsadresse ist die des Servers selbst.',
  hour_not_final:
    'Aus Stunden, die noch nicht endgültig sind: das ist eine Stunde 10 Minuten nachdem ihre letzten Angebote abgelaufen sind; gezahlt wird sie nach der Frist, die der Betreiber gesetzt hat.',
  under_review: 'Der Betreiber prüft {amount} davon, bis spätestens {until}.',
  details_not_written: 'Die Einzelheiten, wofür es ist, sind noch nicht geschrieben.',
  address_changed: 'Die Auszahlungsadresse wurde geändert: sie gilt ab {until}.',
  other_address:
    'Die Auszahlungsadresse war eine andere: nehmen Sie die Auszahlung zurück und beantragen Sie sie neu.',
  deposit_replaced:
    'Das Ledger hat den Block einer Einzahlung ersetzt: es geht weiter, sobald die Einzahlung wieder da ist oder, wenn sie nicht mehr kommen kann, das Guthaben nicht unter 0 liegt.',
  earnings_owed:
    'Das Guthaben ist kleiner als das, was aus Einnahmen hineinkam, die noch nicht gezahlt werden, geprüft werden oder zurückgenommen wurden: es geht weiter, sobald es nicht mehr kleiner ist, oder nehmen Sie die Auszahlung zurück.',
  claim_replaced:
    'Das Ledger hat den Block ersetzt, der zeigte, wem eine Adresse des Kontos gehört: Zahlungen gehen weiter, sobald ein Block die Überweisung wieder hat oder der Betreiber für sie bürgt.',
  email_changed: 'Die E-Mail-Adresse wurde geändert: Zahlungen gehen ab {until} weiter.',
  second_factor_reset: 'Der zweite Faktor wurde zurückgesetzt: Zahlungen gehen ab {until} weiter.',
  address_refused: 'Das Ledger zahlt nicht an diese Adresse: {words}',
  no_reason_given: 'es nennt keinen Grund',
  account_suspended: 'Das Konto ist gesperrt.',
  held_by_operator: 'Vom Betreiber angehalten: {words}',
  held: 'Vom Betreiber angehalten.',
  settlement_paused: 'Der Betreiber hat alle Zahlungen angehalten.',
  left_today: 'Der Server zahlt heute noch {amount}: die nächsten Tage gehen weiter.',
  daily_limit:
    'Mehr, als der Server an einem Tag zahlt, oder zuerst wird gezahlt, was länger wartet: der Betreiber weiß es.',
  no_server_funds: 'Das Konto, das zahlt, hat zu wenig: der Betreiber weiß es.',
} as const;
