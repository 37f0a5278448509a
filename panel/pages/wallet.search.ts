export interface WalletSearch {
  /** The month of the statement, `2026-11`; absent: this one. */
  readonly month?: string;
  /** The page of the statement, from 1, which is left out. */
  readonly page?: number;
}

/** The statement's month and page, as the address has them; what makes no sense is left out. */
export function readWalletSearch(given: Readonly<Record<string, unknown>>): WalletSearch {
  const month = typeof given['month'] === 'string' ? given['month'] : '';
  const page = Number(given['page']);
  return {
    ...(/^20\d\d-(?:0[1-9]|1[0-2])$/.test(month) && { month }),
    ...(Number.isSafeInteger(page) && page > 1 && page < 1e6 && { page }),
  };
}
