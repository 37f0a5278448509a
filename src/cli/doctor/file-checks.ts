import { statSync } from 'node:fs';
import { changeRights } from '../../platform/findings/change-rights';
import { type Finding, ok, problem, warning } from '../../platform/findings/finding';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Checks that only their owner can read the secret files that the environment names; the settings may be their group's,
 * too.
 */
export function checkSecretFiles(
  env: Environment,
  { mayFix }: { readonly mayFix: boolean },
): readonly Finding[] {
  const settings = env['ADGATE_SETTINGS_FILE'];
  const wallet = env['ADGATE_WALLET_FILE'];
  return [
    ...(settings ? [checkRights('settings file', settings, { mode: 0o640, mayFix })] : []),
    ...(wallet ? [checkRights('wallet file', wallet, { mode: 0o600, mayFix })] : []),
  ];
}

function checkRights(
  check: string,
  path: string,
  { mode, mayFix }: { readonly mode: number; readonly mayFix: boolean },
): Finding {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return problem(check, `${path} is not there`, `make it, with mode ${spell(mode)}`);
  const tooMany = found.mode & 0o077 & ~mode;
  if (tooMany === 0) return ok(check, `${path} has mode ${spell(found.mode)}`);
  if (mayFix && changeRights(path, found.mode & 0o777 & ~tooMany))
    return ok(check, `${path} has mode ${spell(found.mode & ~tooMany)} now`);
  return warning(
    check,
    `others of this machine may read or change ${path}, which has secrets`,
    `chmod ${spell(found.mode & ~tooMany)} ${path}`,
  );
}

const spell = (mode: number): string => (mode & 0o777).toString(8).padStart(4, '0');
