import { createTheme, type ModalProps } from '@mantine/core';
import { t } from './texts/texts';

/** Colours are in `styles/colours.css`. */
export const theme = createTheme({
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // By its name alone: the first page has no dialog.
    Modal: {
      defaultProps: {
        centered: true,
        // It would write a style sheet into the page.
        lockScroll: false,
        closeButtonProps: { 'aria-label': t('common.close') },
      } satisfies Partial<ModalProps>,
    },
  },
});
