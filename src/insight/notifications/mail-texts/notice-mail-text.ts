import type { Language } from '../../../language';
import type { NoticeData } from '../../../platform/notices/notice';
import { recordOf } from '../../../record';
import type { MailedKind } from '../mailed-kinds';
import type { MailContent } from '../notice-mail.store';
import { germanNoticeMails } from './de';
import { englishNoticeMails } from './en';
import type { NoticeMailTexts } from './texts.type';

const texts: Readonly<Record<Language, NoticeMailTexts>> = {
  en: englishNoticeMails,
  de: germanNoticeMails,
};

/** Mails that list parts of one thing: nothing is said of how many there are. */
const kindsOfParts: readonly MailedKind[] = ['figures.month', 'figures.week'];

/**
 * @param where.unsubscribeUrl ends mails of this kind
 * @param where.language null: English
 */
export function noticeMailText(
  kind: MailedKind,
  { items, count }: Pick<MailContent, 'items' | 'count'>,
  {
    unsubscribeUrl,
    language,
  }: { readonly unsubscribeUrl: string; readonly language: Language | null },
): { readonly subject: string; readonly text: string } {
  const { kinds, times, more, unsubscribe } = texts[language ?? 'en'];
  const { subject, line } = kinds[kind];
  const lines = items.map((item) => `- ${line(inOneLine(item))}`);
  if (count > items.length) lines.push(`- ${more(count - items.length)}`);
  return {
    subject: count > 1 && !kindsOfParts.includes(kind) ? `${subject} (${times(count)})` : subject,
    text: `${subject}:\n\n${lines.join('\n')}\n\n${unsubscribe}\n${unsubscribeUrl}\n`,
  };
}

/** Names and reasons are others' words: none begins a line of its own. */
function inOneLine(data: NoticeData): NoticeData {
  return recordOf(Object.keys(data), (key) => {
    const value = data[key] ?? null;
    return typeof value === 'string' ? value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ') : value;
  });
}
