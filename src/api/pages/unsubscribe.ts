import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import {
  assertUnsubscribeToken,
  unsubscribe,
} from '../../insight/notifications/notification-preferences.service';
import { sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';
import { pageTexts } from './texts/page-texts';

const path = '/auth/unsubscribe/:token';

/** Where the links of notices by mail lead to. Looking changes nothing; mail programs post by themselves. @see RFC 8058 */
export const unsubscribePages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    handle(ctx, request, response) {
      assertUnsubscribeToken(ctx, tokenOf(request));
      const { language } = request;
      const { unsubscribe: texts } = pageTexts(language);
      sendPage(response, 200, {
        language,
        title: texts.title,
        body: `<h1>${texts.question}</h1>
<form method="post"><div class="buttons"><button class="main">${texts.noMore}</button></div></form>`,
      });
    },
    sendError: sendProblem,
  },
  {
    method: 'post',
    path,
    changes: () => 'unsubscribe',
    async handle(ctx, request, response) {
      await unsubscribe(ctx, tokenOf(request));
      const { language } = request;
      const { title, done } = pageTexts(language).unsubscribe;
      sendPage(response, 200, { language, title, body: `<h1>${done}</h1>` });
      return assertUnsubscribeToken(ctx, tokenOf(request));
    },
    sendError: sendProblem,
  },
];

const tokenOf = ({ params }: PageRequest) => params.token ?? '';

function sendProblem(
  response: ServerResponse,
  { code }: AppError,
  { language }: PageRequest,
): boolean {
  if (code !== 'VALIDATION_FAILED') return false;
  const { title, badLink, badLinkAbout } = pageTexts(language).unsubscribe;
  const body = `<h1>${badLink}</h1><p>${badLinkAbout}</p>`;
  sendPage(response, response.statusCode, { language, title, body });
  return true;
}
