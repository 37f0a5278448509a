import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config';
import { changeRights } from './change-rights';
import { type Finding, ok, problem, warning } from './finding';

const mebibyte = 2 ** 20;
const ownerOnly = 0o700;
/** Connections, files of the database and sockets to it. */
const leastOpenFiles = 4_096;

/** Checks the machine: disk, rights, limits, and events that wait in the journal. */
export async function checkMachine(
  config: Config,
  { mayFix }: { readonly mayFix: boolean },
): Promise<readonly Finding[]> {
  return [
    await checkDisk('disk', config.dataFolder, config),
    ...(config.contentFolder === null
      ? []
      : [await checkDisk('disk of contents', config.contentFolder, config)]),
    checkRights(config.dataFolder, mayFix),
    checkOpenFiles(),
    checkJournal(config.dataFolder),
  ];
}

async function checkDisk(
  check: string,
  folder: string,
  { reservedDiskBytes }: Config,
): Promise<Finding> {
  if (!existsSync(folder)) return ok(check, `${folder} is not there yet`);
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `${Math.floor(free / mebibyte)} MiB are free`;
  const remedy = `make room on the disk of ${folder}`;
  if (free < reservedDiskBytes) return problem(check, `${text}: uploads are refused`, remedy);
  if (free < 4 * reservedDiskBytes) return warning(check, text, remedy);
  return ok(check, text);
}

function checkRights(dataFolder: string, mayFix: boolean): Finding {
  const check = 'data folder';
  if (!existsSync(dataFolder)) return ok(check, `${dataFolder} is not there yet`);
  const others = statSync(dataFolder).mode & 0o077;
  if (others === 0) return ok(check, `${dataFolder} is its owner’s alone`);
  if (mayFix && changeRights(dataFolder, ownerOnly))
    return ok(check, `${dataFolder} is its owner’s alone now`);
  return warning(
    check,
    `others of this machine may look into ${dataFolder}`,
    `chmod 700 ${dataFolder}`,
  );
}

function checkOpenFiles(): Finding {
  const check = 'open files';
  const limits = '/proc/self/limits';
  if (!existsSync(limits)) return ok(check, 'this system does not tell its limit');
  const [, soft = ''] = /^Max open files\s+(\S+)/m.exec(readFileSync(limits, 'utf8')) ?? [];
  if (soft !== 'unlimited' && Number(soft) < leastOpenFiles)
    return warning(
      check,
      `a process may have ${soft}: connections will be refused`,
      'ulimit -n 65536',
    );
  return ok(check, soft);
}

function checkJournal(dataFolder: string): Finding {
  const check = 'journal';
  const folder = join(dataFolder, 'journal');
  const all = existsSync(folder) ? readdirSync(folder) : [];
  // Beside its segments a gateway that runs has a lock there.
  const names = all.filter((name) => !name.includes('.lock'));
  const bytes = names.reduce((sum, name) => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return sum + (found?.isFile() === true ? found.size : 0);
  }, 0);
  if (bytes === 0) return ok(check, 'no event waits for the database');
  return warning(
    check,
    `${bytes} bytes of events wait for the database`,
    'start a gateway on this data folder: it moves them',
  );
}
