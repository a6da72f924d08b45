import { useHubEvent } from '../hub.ts';
import { loadUser } from '../providers/auth.ts';
import { currentUser } from '../session.ts';

/**
 * A pushed message can change what the user is (specification §6): his certification, his account. He is asked for
 * anew, and menu, buttons and the bar follow. Mounted once.
 */
export function useLiveUser(): void {
  useHubEvent('chat', 'getChangeMessage', ({ resource, id }) => {
    const me = currentUser.get();
    if (!me) return;
    const mine =
      resource === 'company' ? id === me.actor.companyId : resource === 'user' && id === me.user.id;
    // Where the answer does not come, what was known stays.
    if (mine) void loadUser().catch(() => undefined);
  });
}
