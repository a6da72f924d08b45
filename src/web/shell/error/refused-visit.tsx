import { useLocation } from 'react-router';
import { Forbidden } from './forbidden.tsx';
import { forbiddenPage } from './forbidden-path.ts';
import { NotFound } from './not-found.tsx';

/** What a visitor without a session is shown where there is nothing for them: the guard lets them see no more. */
export function RefusedVisit() {
  const { pathname } = useLocation();
  return pathname === forbiddenPage ? <Forbidden /> : <NotFound />;
}
