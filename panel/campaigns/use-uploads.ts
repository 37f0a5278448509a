import { useRef, useState } from 'react';
import { RequestError } from '../graphql/request';
import { t } from '../texts/texts';
import { type FileKind, kindOf, kindsOf } from './file-kind';
import type { Format } from './taxonomy';
import { uploadCreative, type Uploaded } from './upload';

/** A file that has been chosen and is not yet a creative. */
export interface PendingFile {
  readonly key: number;
  readonly file: File;
  readonly kind: FileKind | null;
  /** The part that has been sent, 0 to 1; null: the file waits for a size. */
  readonly part: number | null;
  readonly error: Error | null;
  /** The size that it is sent for; null: the content tells it, or nobody has chosen one yet. */
  readonly scope: string | null;
  /** The upload; null: the file has not arrived. Sent again, it would be another ad where the answer alone was lost. */
  readonly uploaded: Uploaded | null;
}

export type Uploads = ReturnType<typeof useUploads>;

let keys = 0;

/**
 * Sends the files that are chosen. A file that has arrived goes to `onUploaded`, and off the list once that has worked: what has not
 * is told at the file.
 */
export function useUploads(
  place: { readonly medium: string; readonly vendor: string | null },
  onUploaded: (uploaded: Uploaded, name: string) => Promise<unknown> | undefined,
) {
  const [list, setList] = useState<readonly PendingFile[]>([]);
  // Files are done one after the other, each with what the one before has changed.
  const latest = useRef(onUploaded);
  latest.current = onUploaded;
  /** Links that are no ads yet, by their scopes. */
  const links = useRef(new Map<string, Uploaded>());

  const change = (key: number, changes: Partial<PendingFile>) => {
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  };
  const remove = (key: number) => {
    setList((all) => all.filter((one) => one.key !== key));
  };

  async function sendFile(pending: PendingFile, scope: string | null): Promise<void> {
    const { key, file, kind } = pending;
    if (!kind) return;
    change(key, { part: 0, error: null, scope });
    try {
      const upload = { ...place, file, type: kind.type, scope };
      const uploaded =
        pending.uploaded ?? (await uploadCreative(upload, (part) => change(key, { part })));
      change(key, { uploaded });
      await latest.current(uploaded, file.name.replace(/\.\w{1,5}$/, ''));
      remove(key);
    } catch (error) {
      // Most documents say their size themselves: only where one does not, a person is asked.
      if (scope !== null || kind.scopes === null || !isAboutSize(error))
        change(key, { error: error instanceof Error ? error : new Error(String(error)) });
      else if (kind.likelyScope === null) change(key, { part: null });
      else await sendFile(pending, kind.likelyScope);
    }
  }

  return {
    list,
    remove,
    /** Once more, after the network or the server was away. */
    retry: (file: PendingFile): void => {
      void sendFile(file, file.scope);
    },
    add: (files: readonly File[], formats: readonly Format[]): void => {
      const added = files.map((file) => toPending(file, formats));
      setList((all) => [...all, ...added]);
      void sendAll(added);
    },
    /** An ad without a file: a window that opens the landing page. */
    addLink: async (scope: string): Promise<void> => {
      const link = { ...place, file: null, type: 'direct', scope } as const;
      const uploaded = links.current.get(scope) ?? (await uploadCreative(link, () => undefined));
      links.current.set(scope, uploaded);
      try {
        await latest.current(uploaded, scope);
        links.current.delete(scope);
      } catch (error) {
        if (isAboutFile(error)) links.current.delete(scope);
        throw error;
      }
    },
    send: (key: number, scope: string): void => {
      const found = list.find((one) => one.key === key);
      if (found) void sendFile(found, scope);
    },
  };

  async function sendAll(files: readonly PendingFile[]): Promise<void> {
    for (const file of files) await sendFile(file, null);
  }
}

const isAboutSize = (error: unknown): boolean =>
  error instanceof RequestError && 'scope' in error.fields;

/** Says that the upload cannot be used, or no more. */
export const isAboutFile = (error: unknown): boolean =>
  error instanceof RequestError && 'fileId' in error.fields;

function toPending(file: File, formats: readonly Format[]): PendingFile {
  const kind = kindOf(file, formats);
  keys += 1;
  const error = kind
    ? null
    : new RequestError(
        'VALIDATION_FAILED',
        t('campaigns.filesOfThisKindAre', { kinds: kindsOf(formats) }),
      );
  return { key: keys, file, kind, part: kind ? 0 : null, error, scope: null, uploaded: null };
}
