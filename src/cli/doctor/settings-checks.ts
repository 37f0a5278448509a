import type { Config } from '../../config';
import { namesThisMachine } from '../../setting-values';
import { type Finding, ok, warning } from '../../platform/findings/finding';

/** Findings that need nothing but the settings. */
export function checkSettings(config: Config): readonly Finding[] {
  return [checkPublicUrl(config), checkProxies(config), checkCredit(config)];
}

function checkPublicUrl({ publicUrl }: Config): Finding {
  const remedy = 'ADGATE_PUBLIC_URL=https://…';
  if (publicUrl === null)
    return warning('public URL', 'URLs and tokens name the port that this gateway has', remedy);
  const url = new URL(publicUrl);
  if (url.protocol === 'http:' && !namesThisMachine(url))
    return warning('public URL', `${publicUrl} is not encrypted: passwords can be read`, remedy);
  return ok('public URL', publicUrl);
}

function checkProxies({ publicUrl, trustedProxies }: Config): Finding {
  if (trustedProxies.length > 0) return ok('proxies', trustedProxies.join(', '));
  if (publicUrl?.startsWith('https:') === true)
    return warning(
      'proxies',
      'something in front of the gateway ends TLS, and is not trusted: all visitors are one network',
      'ADGATE_TRUSTED_PROXIES=<address of the proxy>',
    );
  return ok('proxies', 'none');
}

function checkCredit({ ledgerUrls, defaultCredit }: Config): Finding {
  if (ledgerUrls !== null && defaultCredit === null)
    return warning(
      'credit',
      'new accounts spend without bounds, and publishers are paid for it',
      'ADGATE_DEFAULT_CREDIT=0',
    );
  return ok('credit', defaultCredit === null ? 'unlimited, nothing is paid out' : 'limited');
}
