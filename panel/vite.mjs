import compileMessage from 'icu-minify/compile';

/** A file of texts in ICU's message format. */
const texts = /\/panel\/texts\/\w+\/(?!problems\.ts)[\w-]+\.ts$/;

/** Parses the texts when the panel is built, so that no browser loads a parser of texts. */
const parsedTexts = {
  name: 'parsed-texts',
  enforce: 'post',
  async transform(code, id) {
    if (!texts.test(id)) return null;
    const exported = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    const written = Object.entries(exported).map(
      ([name, messages]) => `export const ${name} = ${JSON.stringify(messages, parseMessage)};`,
    );
    return { code: written.join('\n'), map: null };
  },
};

const parseMessage = (_, message) =>
  typeof message === 'string' ? compileMessage(message) : message;

/** How vite reads the panel, for `npm run build` and `npm run dev` alike. */
export const panelConfig = {
  configFile: false,
  root: import.meta.dirname,
  base: '/panel/',
  logLevel: 'warn',
  plugins: [parsedTexts],
  resolve: {
    alias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
  },
};
