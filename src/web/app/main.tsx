import '#web/client/i18n.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { collectErrors } from '#web/client/error-report.ts';
import { App } from './app.tsx';
import { createRouter } from './router.tsx';

collectErrors();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App router={createRouter()} />
    </StrictMode>,
  );
}
