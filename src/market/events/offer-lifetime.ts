/** How long after its offer an event is still taken. */
export const maxAgeSeconds = 24 * 60 * 60;
/** Most minutes for which an offer may be good for its view. */
export const longestOfferMinutes = 60;
/** How long after another server’s view the page of the view may run. */
export const pageRunMs = 10 * 60 * 1000;
/** How far the clocks of two gateways may differ. */
export const maxSkewSeconds = 5 * 60;
