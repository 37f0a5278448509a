import { t } from './texts/texts';

/** Entries that are typed one in a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Entries that are typed with semicolons between; null: none. */
export function entriesOf(text: string): string[] | null {
  const entries = text.split(';').flatMap((entry) => entry.trim() || []);
  return entries.length === 0 ? null : entries;
}

type Problems = Readonly<Record<string, string>>;

/** The server names the entry of a list that it does not take. */
const firstOf = (problems: Problems, list: string) =>
  Object.entries(problems).find(([name]) => name.split('.')[0] === list);

/** The problems of an item of a list, by the names of its members. */
export const problemsOfItem = (problems: Problems, item: string): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, problem]) =>
      path.startsWith(`${item}.`) ? [[path.slice(item.length + 1), problem]] : [],
    ),
  );

/** The first problem of a list, or of one of its entries. */
export const problemOfList = (problems: Problems, list: string): string | undefined =>
  firstOf(problems, list)?.[1];

/** The same, by the number of the line. */
export function problemOfLines(problems: Problems, list: string): string | undefined {
  const [path, problem] = firstOf(problems, list) ?? [];
  const at = path?.split('.')[1];
  return at === undefined || problem === undefined
    ? problem
    : t('campaigns.inLine', { line: String(Number(at) + 1), problem });
}
