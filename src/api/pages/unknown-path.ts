import type { Request, Response } from 'express';
import { acceptedLanguage } from '../../language';
import { sendPage, wantsPage } from './page';
import { pageTexts } from './texts/page-texts';

/** Says to a browser that a path leads nowhere. @returns false for callers who want no page */
export function sendUnknownPathPage(request: Request, response: Response): boolean {
  if (!wantsPage(request.headers)) return false;
  const language = acceptedLanguage(request);
  const { title, heading, about, toStart } = pageTexts(language).unknownPath;
  const body = `<h1>${heading}</h1><p>${about}</p><p><a class="button" href="/">${toStart}</a></p>`;
  sendPage(response, response.statusCode, { language, title, body });
  return true;
}
