import { createTheme, Modal } from '@mantine/core';
import { t } from './texts/texts';

/** Colours are in `styles/colours.css`. */
export const theme = createTheme({
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        // It would write a style sheet into the page.
        lockScroll: false,
        closeButtonProps: { 'aria-label': t('common.close') },
      },
    }),
  },
});
