/** Why something is not paid, by the server's codes. */
export const unpaid = {
  below_minimum:
    'Too little for a payment, which begins at {amount}; after 30 days the server’s minimum does not matter.',
  no_address: 'There is no payout address.',
  foreign_network: 'The payout address is of another network.',
  own_address: 'The payout address is the server’s own.',
  hour_not_final:
    'Of hours that are not final yet: an hour is final 10 minutes after its last offers have run out, and is paid after the time that the operator has set.',
  under_review: 'The operator reviews {amount} of it, until {until} at the latest.',
  details_not_written: 'The details of what it is for are not written yet.',
  address_changed: 'The payout address was changed: it is good from {until} on.',
  other_address: 'The payout address was another one: take it back and ask for it again.',
  deposit_replaced:
    'The ledger has replaced the block of a deposit: it goes on when the deposit is there again or, where it cannot come again, when the funds are not below 0.',
  earnings_owed:
    'The funds are less than what was moved to them from earnings that are not paid yet, are under review, or were taken back: it goes on when they are not, or take the withdrawal back.',
  claim_replaced:
    'The ledger has replaced the block that showed whose address one of the account is: payments go on when a block has the transfer again, or the operator vouches for it.',
  email_changed: 'The email was changed: payments go on from {until} on.',
  second_factor_reset: 'The second factor was reset: payments go on from {until} on.',
  address_refused: 'The ledger does not pay to this address: {words}',
  no_reason_given: 'it gives no reason',
  account_suspended: 'The account is suspended.',
  held_by_operator: 'Held by the operator: {words}',
  held: 'Held by the operator.',
  settlement_paused: 'The operator has paused all payments.',
  left_today: 'The server pays {amount} more today: the next days go on.',
  daily_limit:
    'More than the server pays in a day, or what has waited longer is paid first: its operator knows.',
  no_server_funds: 'The account that pays has too little: its operator was told.',
} as const;
