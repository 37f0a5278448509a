import { t } from '../texts/texts';

/** The third parties that an ad calls when it is seen; nothing where there are none. */
export const PixelHosts = ({ hosts }: { readonly hosts: readonly string[] }) =>
  hosts.length === 0 ? null : (
    <span className="soft">{t('campaigns.pixelHosts', { hosts: hosts.join(', ') })}</span>
  );
