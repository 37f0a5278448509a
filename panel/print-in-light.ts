/** Prints pages in light colours, whatever the screen has: browsers leave dark backgrounds out, and light texts stay. */
export function printInLight(): void {
  const { dataset } = document.documentElement;
  let onScreen: string | undefined;
  window.addEventListener('beforeprint', () => {
    onScreen = dataset['mantineColorScheme'];
    dataset['mantineColorScheme'] = 'light';
  });
  window.addEventListener('afterprint', () => {
    if (onScreen !== undefined) dataset['mantineColorScheme'] = onScreen;
  });
}
