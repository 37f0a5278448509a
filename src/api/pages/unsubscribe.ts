import type { ServerResponse } from 'node:http';
import type { AppError } from '../../errors';
import {
  assertUnsubscribeToken,
  unsubscribe,
} from '../../insight/notifications/notification-preferences.service';
import { sendPage } from './page';
import type { PageRequest, PageRoute } from './page-route';

const path = '/auth/unsubscribe/:token';

/** Where the links of notices by mail lead to. Looking changes nothing; mail programs post by themselves. @see RFC 8058 */
export const unsubscribePages: readonly PageRoute[] = [
  {
    method: 'get',
    path,
    handle(ctx, request, response) {
      assertUnsubscribeToken(ctx, tokenOf(request));
      sendPage(response, 200, {
        title: 'Mails',
        body: `<h1>No more mails of this kind?</h1>
<form method="post"><div class="buttons"><button class="main">Send me no more</button></div></form>`,
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
      sendPage(response, 200, {
        title: 'Mails',
        body: '<h1>You get no more mails of this kind</h1>',
      });
      return assertUnsubscribeToken(ctx, tokenOf(request));
    },
    sendError: sendProblem,
  },
];

const tokenOf = ({ params }: PageRequest) => params.token ?? '';

function sendProblem(response: ServerResponse, { code }: AppError): boolean {
  if (code !== 'VALIDATION_FAILED') return false;
  const body = '<h1>This link does not work</h1><p>It is not one of our mails.</p>';
  sendPage(response, response.statusCode, { title: 'Mails', body });
  return true;
}
