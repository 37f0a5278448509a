import { graphql } from '../graphql/graphql';

/** Sets the language that the person gets mails in. */
export const mailLanguageDocument = graphql(`
  mutation SetLanguage($language: Language!) {
    setAccountLanguage(language: $language) {
      id
    }
  }
`);
