import type { NoticeData } from '../../../platform/notices/notice';
import type { MailedKind } from '../mailed-kinds';

interface KindText {
  readonly subject: string;
  /** One line, without a full stop. */
  readonly line: (data: NoticeData) => string;
}

/** Mails of notices in one language. */
export interface NoticeMailTexts {
  readonly kinds: Readonly<Record<MailedKind, KindText>>;
  /** For the subject of a mail of several. */
  readonly times: (count: number) => string;
  /** For those that are not listed. */
  readonly more: (count: number) => string;
  readonly unsubscribe: string;
}
