import { Button, FileButton, Group } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql, type ResultOf } from '../graphql/graphql';
import { request, RequestError } from '../graphql/request';
import { Confirm } from '../parts/confirm';
import { Loading } from '../parts/loading';
import { mono } from '../parts/mono';
import { Problem } from '../parts/problem';
import { pause } from '../pause';
import { t } from '../texts/texts';
import { useChange } from './use-change';

const documentDocument = graphql(`
  query TaxonomyDocument {
    taxonomyDocument {
      name
      version
      isDefault
      text
    }
  }
`);

const importDocument = graphql(`
  mutation ImportTaxonomy($text: String!, $isForced: Boolean) {
    importTaxonomy(text: $text, isForced: $isForced) {
      name
    }
  }
`);

type TaxonomyDocument = ResultOf<typeof documentDocument>['taxonomyDocument'];

const documentQuery = queryOptions({
  queryKey: ['taxonomy-document'],
  queryFn: async ({ signal }) => (await request(documentDocument, {}, signal)).taxonomyDocument,
});

/** Of a file. As a JSON text in a request it is larger, and requests have a bound. */
const mostBytes = 200_000;
/** How often, and how many times, is looked whether an import is in force. */
const lookEveryMs = 500;
const mostLooks = 20;

/** The document in force: to be taken home, and replaced by another one. */
export function TaxonomyDocumentCard() {
  const document = useQuery(documentQuery);
  const [file, setFile] = useState<File | null>(null);
  const replace = useChange({
    mutate: importFile,
    done: t('taxonomy.itIsInForce'),
    changes: [documentQuery.queryKey, ['media'], ['medium']],
    onDone: () => {
      setFile(null);
    },
  });
  const isConflict = replace.error instanceof RequestError && replace.error.code === 'CONFLICT';
  return (
    <section className="card" aria-labelledby="in-force">
      <h2 id="in-force">{t('taxonomy.inForce')}</h2>
      <Problem error={document.error} onRetry={() => void document.refetch()} />
      {document.data === undefined ? (
        document.isPending && <Loading />
      ) : (
        <>
          <Facts document={document.data} />
          <p className="soft small">{t.rich('taxonomy.toChangeIt', { mono })}</p>
          <Group>
            <Button
              component="a"
              variant="default"
              href={`data:application/json;charset=utf-8,${encodeURIComponent(document.data.text)}`}
              download={`${document.data.name}-${document.data.version}.json`}
            >
              {t('taxonomy.download')}
            </Button>
            <FileButton
              // The same file may be chosen again.
              key={String(file === null)}
              accept="application/json,.json"
              inputProps={{ 'aria-label': t('taxonomy.importAnother') }}
              onChange={(chosen) => {
                replace.reset();
                setFile(chosen);
              }}
            >
              {({ onClick }) => <Button onClick={onClick}>{t('taxonomy.importAnother')}</Button>}
            </FileButton>
          </Group>
        </>
      )}
      <Confirm
        isOpen={file !== null}
        title={t('taxonomy.importQuestion', { name: file?.name ?? '' })}
        action={isConflict ? t('taxonomy.importItNevertheless') : t('taxonomy.importIt')}
        isBusy={replace.isPending}
        error={replace.error}
        onConfirm={() => {
          if (file) replace.mutate({ file, isForced: isConflict });
        }}
        onClose={() => {
          setFile(null);
        }}
      >
        {isConflict ? t('taxonomy.theCampaignsAboveLose') : t('taxonomy.itReplacesTheOneIn')}
      </Confirm>
    </section>
  );
}

function Facts({
  document: { name, version, isDefault },
}: {
  readonly document: TaxonomyDocument;
}) {
  return (
    <dl className="facts">
      <div>
        <dt>{t('common.name')}</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>{t('taxonomy.version')}</dt>
        <dd>{version}</dd>
      </div>
      <div>
        <dt>{t('taxonomy.from')}</dt>
        <dd>{isDefault ? t('taxonomy.theServerItself') : t('taxonomy.anImport')}</dd>
      </div>
    </dl>
  );
}

interface Import {
  readonly file: File;
  readonly isForced: boolean;
}

/** Ends when the gateway that answers has taken it up, so that what is asked for next is of the new one. */
async function importFile({ file, isForced }: Import): Promise<void> {
  const text = await readText(file);
  await request(importDocument, { text, isForced });
  for (let looks = 0; looks < mostLooks; looks++) {
    const { taxonomyDocument } = await request(documentDocument, {});
    if (taxonomyDocument.text === text) return;
    await pause(lookEveryMs);
  }
}

async function readText(file: File): Promise<string> {
  if (file.size > mostBytes) throw new Error(t('taxonomy.theFileIsTooLong'));
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(t('taxonomy.theFileIsNoText'));
  }
}
