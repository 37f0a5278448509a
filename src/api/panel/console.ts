import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import { sendNotBuiltPage } from '../pages/landing';
import { acceptedLanguage } from '../../language';
import type { PanelFiles } from './panel-files';

const nonceBytes = 16;

/** The GraphQL console, for browsers; nothing of it comes from elsewhere. */
export function createConsole(files: PanelFiles | null): RequestHandler {
  return (req, res) => {
    if (files === null) {
      sendNotBuiltPage(res, acceptedLanguage(req));
      return;
    }
    const nonce = randomBytes(nonceBytes).toString('base64');
    res.setHeader('Content-Security-Policy', policyWith(nonce));
    res.setHeader('X-Frame-Options', 'DENY');
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Referrer-Policy', 'no-referrer');
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(files.console.replace('STYLE_NONCE', nonce));
  };
}

/** Its fonts and some icons are `data:` in its own style sheet. */
function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
