import { Textarea } from '@mantine/core';
import { problemOfLines } from '../form-lines';
import { t } from '../texts/texts';
import type { SiteFormProps } from './site-form';

/** The landing domains that a site blocks, one in a line. */
export function BlockedDomainsField({ values, problems, onChange }: SiteFormProps) {
  return (
    <Textarea
      label={t('sites.blockedDomains')}
      description={t('sites.blockedDomainsAbout')}
      minRows={2}
      maxRows={12}
      autosize
      value={values.blockedDomains}
      error={problemOfLines(problems, 'blockedDomains')}
      onChange={({ currentTarget: { value } }) => {
        onChange({ blockedDomains: value });
      }}
    />
  );
}
