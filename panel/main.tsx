import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/index.css';
import { queryClient } from './query-client';
import { router } from './routes';
import { theme } from './theme';

const reloadedAt = 'adgate-reloaded-at';

// After an update the files of the page that is open are gone. Once: what fails again is no update.
window.addEventListener('vite:preloadError', () => {
  if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < 60_000) return;
  sessionStorage.setItem(reloadedAt, String(Date.now()));
  window.location.reload();
});

createRoot(document.getElementById('panel')!).render(
  <StrictMode>
    {/* The style sheets have what it would write into the page otherwise, which our policy does not let through. */}
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
