import { loadUser } from '#web/client/auth.ts';
import { useHubEvent } from '#web/client/hub.ts';
import { currentUser } from '#web/client/session.ts';

/**
 * A pushed message can change what the user is (specification §6): the certification, the account. The user is asked
 * for anew, and menu, buttons and the bar follow. Mounted once.
 */
export function useLiveUser(): void {
  useHubEvent('chat', 'recordChanged', ({ resource, id }) => {
    const me = currentUser.get();
    if (!me) return;
    const mine =
      resource === 'company' ? id === me.actor.companyId : resource === 'user' && id === me.user.id;
    // Where the answer does not come, what was known stays.
    if (mine) void loadUser().catch(() => undefined);
  });
}
