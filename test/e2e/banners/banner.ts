import sharp from 'sharp';
import { aZip, type ZipEntry } from '../../support/contents';

/** A picture of 200x200 in one colour. */
interface Picture {
  readonly colour: string;
}

export const red: Picture = { colour: '#c81e1e' };
export const green: Picture = { colour: '#1ec81e' };
export const blue: Picture = { colour: '#1e1ec8' };
export const gold: Picture = { colour: '#d8a01e' };

/** A banner as its maker has it. */
export interface Banner {
  /** The tool or the way that it is made in. */
  readonly kind: string;
  readonly document: string | Buffer;
  /** By their paths; that of the document is `index.html`. */
  readonly files?: Readonly<Record<string, string | Buffer | Picture>>;
  /** Changes how the archive spells names. */
  readonly spell?: (path: string) => Pick<ZipEntry, 'name' | 'saysUtf8'>;
  /** Absent: the upload says 300x250. */
  readonly scope?: null;
}

/** A document of 300x250 without margins, in UTF-8. */
export const page = (body: string, head = ''): string =>
  `<!DOCTYPE html><html><head><meta charset="utf-8"><style>*{margin:0}body{width:300px;height:250px;overflow:hidden}</style>${head}</head><body>${body}</body></html>`;

const paint = ({ colour }: Picture): Promise<Buffer> =>
  sharp({ create: { width: 200, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** All of its files, by their paths. */
export async function filesOf({
  document,
  files = {},
}: Banner): Promise<Map<string, string | Buffer>> {
  const all = new Map([['index.html', document]]);
  for (const [path, file] of Object.entries(files))
    all.set(path, typeof file === 'object' && 'colour' in file ? await paint(file) : file);
  return all;
}

export const zipOf = (
  files: ReadonlyMap<string, string | Buffer>,
  { spell = (name) => ({ name }) }: Banner,
): Buffer => aZip(Array.from(files, ([path, content]) => ({ ...spell(path), content })));
