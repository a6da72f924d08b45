import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followLocale, showLocale } from '#web/client/i18n.ts';
import { App } from './app.tsx';
import { createRouter } from './router.tsx';

/** Puts the application on the page, in the language of whoever looks at it. */
export async function showApplication(): Promise<void> {
  // Before the texts: the router asks at once for what the first screen needs.
  const router = createRouter();
  await showLocale();
  followLocale();
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
