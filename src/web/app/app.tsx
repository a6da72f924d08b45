import { RouterProvider } from 'react-router';
import { useAppearance } from '#web/ui/appearance.ts';
import type { createRouter } from './router.tsx';

export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  useAppearance();
  return <RouterProvider router={router} />;
}
