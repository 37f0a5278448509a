import type { AppError } from '../../errors';
import {
  getOfferOrigin,
  type OfferOrigin,
  reportCreative,
} from '../../market/creative-reports/creative-report.service';
import { textOf } from './form';
import { escapeHtml, sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';
import type { PageTexts } from './texts/en';
import { pageTexts } from './texts/page-texts';

const path = '/supply/why';

/**
 * Where the label of an ad leads: who pays for it, why it is here, and how to report it. The token in the address says
 * which offer it is about; it counts nothing.
 */
export const whyPages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    async handle(ctx, { language, query }, response) {
      const token = tokenOf(query);
      const origin = await getOfferOrigin(ctx, token);
      const { why } = pageTexts(language);
      sendPage(response, 200, { language, title: why.title, body: describe(origin, token, why) });
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path,
    async handle(ctx, { form, language, query }, response) {
      const reason = textOf(form, 'reason');
      const comment = textOf(form, 'comment') || null;
      await reportCreative(ctx, { token: tokenOf(query), reason, comment });
      const { reported, thanks, thanksAbout } = pageTexts(language).why;
      const body = `<h1>${thanks}</h1><p>${thanksAbout}</p>`;
      sendPage(response, 200, { language, title: reported, body });
    },
    sendError: sendProblem,
  },
];

const tokenOf = ({ e }: PageRequest['query']) => (typeof e === 'string' ? e : '');

function describe(origin: OfferOrigin, token: string, why: PageTexts['why']): string {
  const { advertiserHost, behalf, paid, siteHost, payerAddress, targeting, isTracked } = origin;
  const wishes = [
    ...Object.entries(targeting.requires).map((option) => wish(option, why.is)),
    ...Object.entries(targeting.excludes).map((option) => wish(option, why.isNot)),
  ];
  const options = Object.entries(why.reasons).map(
    ([value, label]) => `<option value="${value}">${escapeHtml(label)}</option>`,
  );
  return `<h1>${why.title}</h1>
<p>${advertiserHost === null ? why.advertiserGone : why.leadsTo(escapeHtml(advertiserHost))}
${siteHost === null ? '' : why.shownOn(escapeHtml(siteHost))}</p>
${describeParties({ behalf, paid }, why)}
${wishes.length === 0 ? `<p>${why.noWishes}</p>` : `<p>${why.wishes}</p><ul>${wishes.join('')}</ul>`}
<p>${isTracked ? why.tracked : why.notTracked}</p>
<p class="soft">${why.paidBy(escapeHtml(payerAddress))}</p>
<form method="post" action="${path}?e=${encodeURIComponent(token)}">
<label>${why.report} <select name="reason">${options.join('')}</select></label>
<label>${why.comment} <input name="comment" maxlength="500"></label>
<div class="buttons"><button>${why.send}</button></div></form>`;
}

/** Names the parties, as far as the advertiser has told them. @see Regulation (EU) 2022/2065, Article 26 */
function describeParties(
  { behalf, paid }: Pick<OfferOrigin, 'behalf' | 'paid'>,
  why: PageTexts['why'],
): string {
  if (behalf !== null)
    return `<p>${why.partiesOf(escapeHtml(behalf), escapeHtml(paid ?? behalf))}</p>`;
  return paid === null ? '' : `<p>${why.paidByOther(escapeHtml(paid))}</p>`;
}

function wish(
  [option, values]: readonly [string, readonly string[]],
  say: PageTexts['why']['is'],
): string {
  return `<li>${say(escapeHtml(option.replace(':', ' ')), escapeHtml(values.join(', ')))}</li>`;
}

function sendProblem(
  response: Parameters<typeof sendPage>[0],
  error: AppError,
  { language }: PageRequest,
): boolean {
  const { common, why } = pageTexts(language);
  const isOld = error.code === 'GONE' || error.code === 'FORBIDDEN';
  const reason = isOld ? why.oldLink : error.message;
  sendPage(response, response.statusCode, {
    language,
    title: why.title,
    body: `<h1>${common.doesNotWork}</h1><p class="bad" role="alert">${escapeHtml(reason)}</p>`,
  });
  return true;
}
