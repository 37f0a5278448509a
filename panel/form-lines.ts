import { t } from './texts/texts';

/** Entries that are typed one in a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The first problem of a list, or of one of its lines, by the line's number. */
export function problemOfLines(
  problems: Readonly<Record<string, string>>,
  list: string,
): string | undefined {
  const [path, problem] =
    Object.entries(problems).find(([name]) => name.split('.')[0] === list) ?? [];
  const at = path?.split('.')[1];
  return at === undefined || problem === undefined
    ? problem
    : t('campaigns.inLine', { line: String(Number(at) + 1), problem });
}
