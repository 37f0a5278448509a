import { kind } from '../resources/kinds';

export const languageKind = kind.enumOf({
  name: 'Language',
  description: 'A language that people are spoken to in (ISO 639-1).',
  meanings: { en: 'English.', de: 'German.' },
});
