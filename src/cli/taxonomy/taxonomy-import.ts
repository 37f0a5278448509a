import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { AppError } from '../../errors';
import { importTaxonomy } from '../../demand/taxonomy/taxonomy.service';
import { CommandError, defineCommand } from '../command';
import { uriOption } from '../db/database';
import { withServices } from '../services';
import { systemErrorCode } from '../system-error';

export const taxonomyImport = defineCommand({
  name: 'taxonomy import',
  summary: 'Puts another taxonomy in force: media, vendors, formats and targeting options.',
  details: `Running gateways take it up within 2 seconds. A document that is not right is refused with the path of everything that
is wrong; one without what campaigns that run stand on is refused unless --force is given.`,
  arguments: [{ name: 'file', description: 'the document, JSON' }],
  options: {
    uri: uriOption,
    force: { description: 'import it though campaigns that run are orphaned' },
  },
  async run({ file, uri, force }, ctx) {
    const text = await readText(file);
    const { taxonomy, orphans } = await withServices({ uri, mayBeNew: true }, ctx, (services) =>
      importTaxonomy(services, { text, isForced: force }).catch((error: unknown) => {
        throw toCommandError(error);
      }),
    );
    const { name, version, media } = taxonomy;
    const left = orphans.map(({ campaignId, problem }) => `  orphaned: ${campaignId}, ${problem}`);
    return {
      text: [...left, `the taxonomy ${name} ${version} is in force`].join('\n'),
      json: { name, version, media: media.map((medium) => medium.name), orphans },
    };
  },
});

async function readText(file: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') throw new CommandError(`there is no file ${file}`, 1, { cause: error });
    if (code === 'EISDIR') throw new CommandError(`${file} is a folder`, 1, { cause: error });
    throw error;
  }
  if (!isUtf8(bytes)) throw new CommandError(`${file} is not UTF-8`);
  return bytes.toString();
}

function toCommandError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'CONFLICT') return error;
  return new CommandError(`${error.message}: --force imports it nevertheless`, 1, { cause: error });
}
