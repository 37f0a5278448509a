/** A TC string as the IAB's own encoder writes it: consent to purpose 1 alone. */
export const agreedTcf = 'CQuV9AAQuV9AAAAAAAENAAFgAIAAAAAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA';
/** Consent to all purposes but 1. */
export const refusedTcf = 'CQuV9AAQuV9AAAAAAAENAAFgAH___wAAAAAAAAAAAAAA.IAAA.YAAAAAAAAAAA';
/** A GPP string as that encoder writes it: an opt-out of sale. */
export const optedOutGpp = 'DBABLA~CAAQAAAAAABA.QA';
