import type { Language } from '../../language';

/** Somebody whom a mail is for. */
export interface Addressee {
  readonly email: string;
  /** null: none was said, and the mail is in English. */
  readonly language: Language | null;
}
