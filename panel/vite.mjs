/** How vite reads the panel, for `npm run build` and `npm run dev` alike. */
export const panelConfig = {
  configFile: false,
  root: import.meta.dirname,
  base: '/panel/',
  logLevel: 'warn',
};
