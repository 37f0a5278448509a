import { Alert, Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { Problem } from '../parts/problem';
import { mono } from '../parts/mono';
import { t } from '../texts/texts';
import { ClaimHost } from './claim-host';
import type { Site } from './site';

const checkDocument = graphql(`
  query CheckAdsTxt($siteId: ID!, $text: String!) {
    adsTxtCheck(siteId: $siteId, text: $text) {
      isFound
      otherLines
    }
  }
`);

/** The line for the site’s own file, by which advertisers see that the place is sold by its owner. */
export function AdsTxt({ site }: { readonly site: Site }) {
  const { id: siteId, host, adsTxtLine } = site;
  const [text, setText] = useState('');
  const check = useMutation({ mutationFn: () => request(checkDocument, { siteId, text }) });
  const found = check.data?.adsTxtCheck;
  return (
    <section className="card" aria-labelledby="ads-txt">
      <h2 id="ads-txt">{t('sites.adsTxt')}</h2>
      <p className="soft">
        {t.rich('sites.withThisLine', { mono, url: `https://${host}/ads.txt` })}
      </p>
      <CodeToCopy text={adsTxtLine} label={t('sites.copyLine')} />
      <ClaimHost site={site} />
      <details className="disclosure">
        <summary>{t('sites.checkTheFileThatYou')}</summary>
        <form
          className="embed"
          onSubmit={(event) => {
            event.preventDefault();
            check.mutate();
          }}
        >
          <Textarea
            label={t('sites.itsWholeText')}
            minRows={3}
            maxRows={10}
            autosize
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value);
              check.reset();
            }}
          />
          <Problem error={check.error} />
          {found === undefined ? null : (
            <Alert color={found.isFound ? 'blue' : 'yellow'} mt="sm">
              {found.isFound ? t('sites.theLineIsThere') : t('sites.theLineIsNotThere')}
              {found.otherLines.length === 0
                ? ''
                : ` ${t('sites.lookAtLines', { lines: found.otherLines.join(', ') })}`}
            </Alert>
          )}
          <Button type="submit" variant="default" mt="sm" loading={check.isPending}>
            {t('sites.check')}
          </Button>
        </form>
      </details>
    </section>
  );
}
