import { RouterProvider } from 'react-router';
import type { createRouter } from './router.tsx';
import { ThemeProvider } from './shell/theme-provider.tsx';

export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  return (
    <ThemeProvider>
      <RouterProvider router={router} />
    </ThemeProvider>
  );
}
