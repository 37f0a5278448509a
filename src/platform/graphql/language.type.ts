import { languages } from '../../language';
import { createEnum } from './enum';

export const LanguageEnum = createEnum({
  name: 'Language',
  description: 'A language that people are spoken to in (ISO 639-1).',
  values: languages,
  meanings: { en: 'English.', de: 'German.' },
});
