import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { mayBeInvited } from '#domain/identity/invitation.ts';
import { signInRequirementPath } from '#domain/identity/landing.ts';
import { holdsPermission } from '#web/client/access.ts';
import { loadUser } from '#web/client/auth.ts';
import { guarded, safePath } from '#web/client/guard.ts';
import { currentUser, session } from '#web/client/session.ts';
import { showNotices } from '#web/engine/show/notices.ts';
import { addShowTab, showTabs } from '#web/engine/show-tabs.ts';

/**
 * What accounts add to the page of a user: where they are signed in. Called once, before the first screen.
 */
export function addAccountParts(): void {
  if (showTabs.some(({ key }) => key === 'sessions')) return;
  addShowTab(
    {
      key: 'sessions',
      titleKey: 'account.sessions',
      when: ({ resource, record }) =>
        resource.name === 'user' && !record.deletedAt && holdsPermission(['Pages.Users']),
      load: async () => ({ default: (await import('./user-sessions-tab.tsx')).UserSessionsTab }),
    },
    'uses',
  );
  showNotices.push({
    key: 'invitation',
    when: ({ resource, record }) =>
      resource.name === 'user' &&
      !record.deletedAt &&
      mayBeInvited(record) &&
      holdsPermission(['Pages.Users']),
    load: async () => ({
      default: (await import('#web/features/identity/users/never-signed-in.tsx')).NeverSignedIn,
    }),
  });
}

/** Outside the frame: what is drawn there asks for much that is refused to who has a duty. */
export function accountRoutes(): RouteObject[] {
  return [
    {
      path: signInRequirementPath,
      handle: { titleKey: 'account.duty.title' },
      loader: signInRequirementLoader,
      lazy: async () => ({
        Component: (await import('./sign-in-requirement-page.tsx')).SignInRequirementPage,
      }),
    },
  ];
}

async function signInRequirementLoader({ request }: LoaderFunctionArgs) {
  const { pathname, search, searchParams } = new URL(request.url);
  const elsewhere = guarded(pathname, search, session.bearer() !== undefined);
  if (elsewhere) return redirect(elsewhere);
  if (currentUser.get() === null) await loadUser();
  return currentUser.get()?.duty ? null : redirect(safePath(searchParams.get('redirect')) ?? '/');
}
