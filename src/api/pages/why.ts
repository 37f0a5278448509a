import type { AppError } from '../../errors';
import {
  getOfferOrigin,
  type OfferOrigin,
  reportCreative,
} from '../../market/creative-reports/creative-report.service';
import { textOf } from './form';
import { escapeHtml, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';

const path = '/supply/why';

/** Reasons that people can give for reporting an ad; pages themselves say that its bytes were tampered with. */
const reasons: Readonly<Record<string, string>> = {
  misleading: 'It is misleading',
  offensive: 'It is offensive',
  malware: 'It, or where it leads, is harmful',
  broken: 'It is not shown as it should be',
  other: 'Something else',
};

/**
 * Where the label of an ad leads: who pays for it, why it is here, and how to report it. The token in the address says
 * which offer it is about; it counts nothing.
 */
export const whyPages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    async handle(ctx, { query }, response) {
      const token = tokenOf(query);
      const origin = await getOfferOrigin(ctx, token);
      sendPage(response, 200, { title: 'Why this ad', body: describe(origin, token) });
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path,
    async handle(ctx, { form, query }, response) {
      const reason = textOf(form, 'reason');
      const comment = textOf(form, 'comment') || null;
      await reportCreative(ctx, { token: tokenOf(query), reason, comment });
      sendPage(response, 200, {
        title: 'Reported',
        body: '<h1>Thank you</h1><p>Who runs this ad server will see your report.</p>',
      });
    },
    sendError: sendProblem,
  },
];

const tokenOf = ({ e }: PageRequest['query']) => (typeof e === 'string' ? e : '');

function describe(origin: OfferOrigin, token: string): string {
  const { advertiserHost, siteHost, payerAddress, targeting, isTracked } = origin;
  const wishes = [
    ...Object.entries(targeting.requires).map(([option, values]) => wish(option, 'is', values)),
    ...Object.entries(targeting.excludes).map(([option, values]) => wish(option, 'is not', values)),
  ];
  const options = Object.entries(reasons).map(
    ([value, label]) => `<option value="${value}">${escapeHtml(label)}</option>`,
  );
  return `<h1>Why this ad</h1>
<p>${advertiserHost === null ? 'Its advertiser is gone.' : `It leads to <b>${escapeHtml(advertiserHost)}</b>, whose advertiser pays for it.`}
${siteHost === null ? '' : `It is shown on ${escapeHtml(siteHost)}, which is paid.`}</p>
${wishes.length === 0 ? '<p>The advertiser asked for nothing in particular of the page, the device or the visitor.</p>' : `<p>The advertiser asked for this:</p><ul>${wishes.join('')}</ul>`}
<p>${isTracked ? 'Your browser has an id here, without a name, so that you do not see the same ad again and again.' : 'Your browser has no id here.'}</p>
<p class="soft">Paid by the account ${escapeHtml(payerAddress)} of the ledger.</p>
<form method="post" action="${path}?e=${encodeURIComponent(token)}">
<label>Report it: <select name="reason">${options.join('')}</select></label>
<label>What is wrong? <input name="comment" maxlength="500"></label>
<div class="buttons"><button>Report this ad</button></div></form>`;
}

function wish(option: string, verb: string, values: readonly string[]): string {
  return `<li>${escapeHtml(option.replace(':', ' '))} ${verb} ${escapeHtml(values.join(', '))}</li>`;
}

function sendProblem(response: Parameters<typeof sendPage>[0], error: AppError): boolean {
  const isOld = error.code === 'GONE' || error.code === 'FORBIDDEN';
  const reason = isOld ? 'This link is good for 24 hours after the ad was shown.' : error.message;
  sendPage(response, response.statusCode, {
    title: 'Why this ad',
    body: `<h1>This does not work</h1><p class="bad" role="alert">${escapeHtml(reason)}</p>`,
  });
  return true;
}
