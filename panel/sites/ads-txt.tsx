import { Alert, Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../graphql/graphql';
import { request } from '../graphql/request';
import { CodeToCopy } from '../parts/code-to-copy';
import { Problem } from '../parts/problem';
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
      <h2 id="ads-txt">ads.txt</h2>
      <p className="soft">
        With this line in <span className="mono">https://{host}/ads.txt</span> buyers know that the
        place is really yours.
      </p>
      <CodeToCopy text={adsTxtLine} label="Copy line" />
      <ClaimHost site={site} />
      <details className="disclosure">
        <summary>Check the file that you have</summary>
        <form
          className="embed"
          onSubmit={(event) => {
            event.preventDefault();
            check.mutate();
          }}
        >
          <Textarea
            label="Its whole text"
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
              {found.isFound ? 'The line is there.' : 'The line is not there.'}
              {found.otherLines.length === 0
                ? ''
                : ` Look at line ${found.otherLines.join(', ')}: it names this server otherwise.`}
            </Alert>
          )}
          <Button type="submit" variant="default" mt="sm" loading={check.isPending}>
            Check
          </Button>
        </form>
      </details>
    </section>
  );
}
