import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './styles/index.css';
import { keepFocusOfRemoved, keepFocusOfWaiting } from './keep-focus';
import { printInLight } from './print-in-light';
import { queryClient } from './query-client';
import { router } from './routes';
import { dropSecondPress } from './second-press';
import { theme } from './theme';
import { viewerQuery } from './viewer';

// The frame needs it, and is drawn once the page's own file is there: neither waits for the other.
void queryClient.query(viewerQuery).catch(() => undefined);

keepFocusOfWaiting();
keepFocusOfRemoved();
dropSecondPress();
printInLight();

const root = document.getElementById('panel');
if (!root) throw new Error('the page lacks its root');
createRoot(root).render(
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

// A file without exports would be CommonJS by `package.json`, and all that it imports be wrapped and in one file.
export {};
