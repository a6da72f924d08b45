import { RouterProvider } from 'react-router';
import type { createRouter } from './router.tsx';
import { useAppearance } from './shell/appearance.ts';

export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  useAppearance();
  return <RouterProvider router={router} />;
}
